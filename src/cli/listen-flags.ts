import { Flags } from '@oclif/core';
import { CliError } from './cli-error.ts';
import { readAddress } from './connection.ts';
import { durationFlag } from './duration-flag.ts';
import { EXIT } from './exit-codes.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 * 1024 };

/** A size such as `4096`, `512kb` or `1mb` in bytes; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})(b|kb|mb)?$/i.exec(text) ?? [];
  if (count === undefined) return undefined;
  const bytes = Number(count) * (UNITS[unit.toLowerCase()] ?? 1);
  return bytes > 0 ? bytes : undefined;
}

function odd(flag: string, text: string, example: string): CliError {
  return new CliError({
    code: 'usage',
    what: `--${flag} "${text}" is not understood`,
    next: `write it as in --${flag} ${example}`,
    exitCode: EXIT.usage,
  });
}

const byteSize = Flags.custom<number>({
  description: 'largest body that is taken',
  helpValue: 'SIZE',
  parse: async (text) => {
    const bytes = parseByteSize(text);
    if (bytes === undefined) throw odd('max-body', text, '1mb');
    return bytes;
  },
});

const address = Flags.custom<URL>({
  description: 'hand each good delivery on to this address, and its answer back to the service',
  parse: async (text) => readAddress(text),
});

const path = Flags.custom<string>({
  description: 'path that deliveries go to',
  parse: async (text) => {
    if (!/^\/[^\s?#]*$/.test(text)) throw odd('path', text, '/webhooks');
    return text;
  },
});

/** The flag for where signing secrets are read from; a secret is never a flag's value. */
export const secretFileFlag = Flags.string({
  description: 'file with the signing secret, one a line during a rotation; - is stdin',
  helpValue: 'FILE',
});

/** The flags of `webhook listen`. */
export const listenFlags = {
  port: Flags.integer({
    description: 'port; 0 takes a free one',
    default: 4020,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  host: Flags.string({
    description: 'address to listen at',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  path: path({ default: '/', helpValue: 'PATH' }),
  'secret-file': secretFileFlag,
  'no-verify': Flags.boolean({
    description: 'take deliveries without a look at their signature',
    exclusive: ['secret-file'],
  }),
  'forward-to': address({ helpValue: 'URL' }),
  save: Flags.string({
    description: 'keep each delivery in this folder as a file that replay and verify take',
    helpValue: 'DIR',
  }),
  'exit-after': Flags.integer({
    description: 'stop after so many good deliveries',
    min: 1,
    helpValue: 'COUNT',
  }),
  timeout: durationFlag({
    description: 'stop after so long (90s, 10m), with exit code 8 unless --exit-after was met',
  }),
  'max-body': byteSize({ default: 1024 * 1024, defaultHelp: async () => '1mb' }),
};

/** What the flags say, as far as a receiver wants to know it. */
export function listenOptions(flags: {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly 'no-verify': boolean;
  readonly 'forward-to'?: URL | undefined;
  readonly 'max-body': number;
  readonly save?: string | undefined;
  readonly 'exit-after'?: number | undefined;
  readonly timeout?: number | undefined;
}) {
  const { host, port, path, timeout: timeoutMs } = flags;
  return {
    host,
    port,
    path,
    verify: !flags['no-verify'],
    forwardTo: flags['forward-to'],
    maxBodyBytes: flags['max-body'],
    exitAfter: flags['exit-after'],
    timeoutMs,
    saveTo: flags.save,
  };
}
