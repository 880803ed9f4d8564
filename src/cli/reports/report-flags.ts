import { lstat } from 'node:fs/promises';
import { Flags } from '@oclif/core';
import { saveFile } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { ReportCase } from './junit.ts';
import { junitText } from './junit.ts';

export const reportFlags = {
  junit: Flags.string({
    description: 'also write a JUnit report to this file',
    helpValue: 'FILE',
  }),
  force: Flags.boolean({ description: 'overwrite an existing report', dependsOn: ['junit'] }),
};

export interface ReportFlags {
  readonly junit?: string | undefined;
  readonly force?: boolean | undefined;
}

export interface Reporter {
  write(cases: readonly ReportCase[]): Promise<void>;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function assertFree(path: string): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) === undefined) return;
  throw new CliError({
    code: 'file_exists',
    what: `${path} exists already`,
    next: 'pass --force to overwrite it, or name another file with --junit',
    exitCode: EXIT.usage,
  });
}

/** Called before a command's work. Throws a `CliError` (exit 2) if the file exists. */
export async function openReport(name: string, flags: ReportFlags): Promise<Reporter> {
  const { junit: path, force = false } = flags;
  const startedAt = performance.now();
  if (path !== undefined && !force) await assertFree(path);
  return {
    async write(cases) {
      if (path === undefined) return;
      const seconds = (performance.now() - startedAt) / 1000;
      await saveFile(once(junitText({ name, seconds, cases })), path, { force });
    },
  };
}
