import { resolve } from 'node:path';
import { Flags } from '@oclif/core';

/** The flags of `sandbox start`. */
export const startFlags = {
  port: Flags.integer({
    description: '0 takes a free one',
    default: 4010,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  host: Flags.string({
    description: 'address to listen on',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  'data-dir': Flags.string({
    description: 'folder to keep everything in (default: one in your home)',
    helpValue: 'DIR',
  }),
  ephemeral: Flags.boolean({
    description: 'in a temporary folder, forgotten at the end with its profile',
    exclusive: ['data-dir'],
  }),
  credits: Flags.integer({
    description: 'credits that a new sandbox begins with',
    default: 1000,
    min: 0,
    helpValue: 'COUNT',
  }),
  webhook: Flags.string({
    description: 'endpoint that events go to (again for each)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'URL',
  }),
  smtp: Flags.string({
    description:
      'mail server that mails go to, beside the inbox: smtp://HOST:PORT or smtps://USER:PASSWORD@HOST',
    helpValue: 'URL',
    env: 'ESIGN_SMTP_URL',
  }),
  'mail-from': Flags.string({
    description: 'address that those mails come from',
    helpValue: 'ADDRESS',
    dependsOn: ['smtp'],
  }),
  cms: Flags.option({
    description: 'what signatures hold; faithful: as the real authorities make them',
    options: ['leaf', 'chain', 'timestamp', 'faithful'] as const,
    default: 'chain' as const,
  })(),
  otp: Flags.string({
    description: 'the code of every text message (default: one by chance)',
    helpValue: '123456',
  }),
};

/** What the flags of `sandbox start` say; `sandboxDir` is the folder where none is named. */
export function startOptions(
  flags: {
    readonly port: number;
    readonly host: string;
    readonly ephemeral: boolean;
    readonly credits: number;
    readonly webhook?: string[] | undefined;
    readonly smtp?: string | undefined;
    readonly 'mail-from'?: string | undefined;
    readonly 'data-dir'?: string | undefined;
    readonly cms: 'leaf' | 'chain' | 'timestamp' | 'faithful';
    readonly otp?: string | undefined;
  },
  sandboxDir: string,
) {
  const { port, host, ephemeral, credits, webhook: webhooks = [], smtp: url, cms, otp } = flags;
  const from = flags['mail-from'];
  const dataDir = resolve(flags['data-dir'] ?? sandboxDir);
  const smtp = url === undefined ? {} : { smtp: { url, ...(from !== undefined && { from }) } };
  const authority = { cms, ...(otp !== undefined && { otp }) };
  return { port, host, ephemeral, credits, webhooks, dataDir, ...smtp, ...authority };
}
