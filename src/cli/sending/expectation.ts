import { createHash } from 'node:crypto';
import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';

/** The flags that say what a document must be, so that a wrong one is not sent. */
export const expectationFlags = {
  'expect-signers': Flags.integer({
    description: 'send only a document with so many signers',
    min: 1,
    helpValue: 'N',
  }),
  'expect-sha256': Flags.string({
    description: 'send only a file with this SHA-256',
    helpValue: 'HEX',
    parse: async (text) => {
      if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
      throw new CliError({
        code: 'usage',
        what: `--expect-sha256: "${text}" is not 64 hexadecimal digits`,
        next: 'sha256sum FILE',
        exitCode: EXIT.usage,
      });
    },
  }),
};

/** The flags as they were given. */
export interface Expectation {
  readonly 'expect-signers'?: number | undefined;
  readonly 'expect-sha256'?: string | undefined;
}

/** Throws a `CliError` (exit 2) unless there are as many signers as expected; nothing was sent. */
export function checkSignerCount(count: number, { 'expect-signers': expected }: Expectation): void {
  if (expected === undefined || expected === count) return;
  throw new CliError({
    code: 'unexpected_signers',
    what: `there are ${counted(count, 'signer')}, not ${expected} as expected; nothing was sent`,
    exitCode: EXIT.usage,
  });
}

/** Throws a `CliError` (exit 2) unless the file is the expected one; nothing was sent. */
export function checkFileHash(bytes: Uint8Array, { 'expect-sha256': expected }: Expectation): void {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (expected === undefined || expected === sha256) return;
  throw new CliError({
    code: 'unexpected_file',
    what: 'the file is not the expected one; nothing was sent',
    why: `its SHA-256 is ${sha256}`,
    exitCode: EXIT.usage,
  });
}
