import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { parseUrl } from '../../contract/parse-url.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { SANDBOX_PROFILE } from '../profiles/profile.ts';
import type { Printer } from '../terminal/printer.ts';

export const startFlags = {
  port: Flags.integer({
    description: 'port to listen on; 0 picks a free one',
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
    description: 'data folder (default: a folder in your home)',
    helpValue: 'DIR',
  }),
  ephemeral: Flags.boolean({
    description: 'use a temporary folder; delete it and its profile at exit',
    exclusive: ['data-dir'],
  }),
  credits: Flags.integer({
    description: 'initial credits of a new sandbox',
    default: 1000,
    min: 0,
    helpValue: 'COUNT',
  }),
  webhook: Flags.string({
    description: 'webhook endpoint to send events to (repeatable)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'URL',
  }),
  smtp: Flags.string({
    description:
      'mail server, in addition to the inbox: smtp://HOST:PORT, or smtps://USER:PASSWORD@HOST in ESIGN_SMTP_URL',
    helpValue: 'URL',
    env: 'ESIGN_SMTP_URL',
  }),
  'mail-from': Flags.string({
    description: 'sender address for the mail server',
    helpValue: 'ADDRESS',
    dependsOn: ['smtp'],
  }),
  cms: Flags.option({
    description: 'contents of signatures; "faithful" imitates the real authorities',
    options: ['leaf', 'chain', 'timestamp', 'faithful'] as const,
    default: 'chain' as const,
  })(),
  timestamps: Flags.option({
    description:
      'timestamps and revocation lists in signed PDFs: nothing is signed without a timestamp, or it is, or neither is added',
    options: ['required', 'preferred', 'off'] as const,
    default: 'preferred' as const,
  })(),
  names: Flags.option({
    description:
      'certificates with another name than the signer’s: refuse them or flag them (default: flag)',
    options: ['strict', 'flag'] as const,
  })(),
  'until-stdin-ends': Flags.boolean({
    description: 'also stop when standard input ends, as at the end of the program that started it',
  }),
  profile: Flags.string({
    description: `profile to write (default: ${SANDBOX_PROFILE})`,
    helpValue: 'NAME',
  }),
  otp: Flags.string({
    description: 'OTP of every text message (default: random)',
    helpValue: '123456',
  }),
};

export function startOptions(
  flags: Interfaces.InferredFlags<typeof startFlags>,
  sandboxDir: string,
) {
  const {
    port,
    host,
    ephemeral,
    credits,
    webhook: webhooks = [],
    smtp: url,
    cms,
    timestamps,
    otp,
    names,
  } = flags;
  const from = flags['mail-from'];
  const dataDir = resolve(flags['data-dir'] ?? sandboxDir);
  const smtp = url === undefined ? {} : { smtp: { url, ...(from !== undefined && { from }) } };
  const authority = { cms, timestamps, ...(otp !== undefined && { otp }), ...(names && { names }) };
  return { port, host, ephemeral, credits, webhooks, dataDir, ...smtp, ...authority };
}

/** Addresses and secrets of a sandbox. Dashboard and inbox URLs sign in one browser, once. */
export type SandboxPlaces = Pick<
  RunningSandbox,
  'baseUrl' | 'apiKey' | 'webhookSecret' | 'dashboardUrl' | 'inboxUrl' | 'dataDir'
>;

/** Prints only these fields as JSON. */
export function sandboxLine(places: SandboxPlaces, pid: number) {
  const { baseUrl, apiKey, webhookSecret, dashboardUrl, inboxUrl, dataDir } = places;
  return { baseUrl, apiKey, webhookSecret, dashboardUrl, inboxUrl, dataDir, pid };
}

export type SandboxLine = ReturnType<typeof sandboxLine>;

export const holdsPassword = (url: string): boolean => (parseUrl(url)?.password ?? '') !== '';

export function printSandbox(
  printer: Printer,
  places: SandboxPlaces,
  { profile, current }: { readonly profile: string; readonly current: string },
): void {
  const { paint } = printer;
  const flag = current === profile ? '' : ` --profile ${profile}`;
  printer.result(`${paint.green('The sandbox is running.')} Its signatures are for tests only.`);
  printer.result('');
  const rows = [
    ['API', places.baseUrl],
    ['dashboard', places.dashboardUrl],
    ['mails, OTPs', places.inboxUrl],
    ['data', places.dataDir],
    ['profile', profile],
  ] as const;
  for (const [name, value] of rows) printer.result(`  ${paint.dim(name.padEnd(12))}${value}`);
  printer.result('');
  printer.result(
    'The addresses of dashboard and inbox sign in once, within 15 minutes. In another terminal:',
  );
  printer.result(`  esign sandbox open${flag}`);
  printer.result(
    `  esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"${flag}`,
  );
  printer.result(`  esign sandbox sign DOCUMENT --all${flag}`);
  printer.result('');
  printer.result('Press Ctrl-C to stop.');
}

/** Waits for a signal, or for the end of `stdin` if given. */
export async function untilStopped(signal: AbortSignal, stdin?: Readable): Promise<void> {
  const ended = new AbortController();
  if (stdin) finished(stdin.resume(), { writable: false }, () => ended.abort());
  const stop = AbortSignal.any([signal, ended.signal]);
  if (!stop.aborted) await once(stop, 'abort');
}
