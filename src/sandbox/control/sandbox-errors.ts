import { parseUrl } from '../../contract/parse-url.ts';

/** Another process uses the data folder. The message names it. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly pid: number | undefined;

  constructor(
    message: string,
    { pid, ...options }: ErrorOptions & { pid?: number | undefined } = {},
  ) {
    super(message, options);
    this.pid = pid;
  }
}

/** The data folder has an older format that is no longer supported. */
export class OldDataFolder extends Error {
  override readonly name = 'OldDataFolder';
}

export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

export class SandboxNotRunning extends Error {
  override readonly name = 'SandboxNotRunning';
}

export const REFUSAL_CODES = [
  'invalid_request',
  'not_found',
  'invalid_state',
  'signing_failed',
  'internal_error',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Throws SandboxRefused unless it is an http or https URL. */
export function checkWebhookUrl(url: string): void {
  const { protocol } = parseUrl(url) ?? { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new SandboxRefused('invalid_request', `${url} is not an http or https URL.`);
}
