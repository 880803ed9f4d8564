/** Another process uses the data folder; the message names it. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  /** The process that uses it, if it is known. */
  readonly pid: number | undefined;

  constructor(
    message: string,
    { pid, ...options }: ErrorOptions & { pid?: number | undefined } = {},
  ) {
    super(message, options);
    this.pid = pid;
  }
}

/** An earlier version made the data folder in a format that is no longer supported. */
export class OldDataFolder extends Error {
  override readonly name = 'OldDataFolder';
}

/** The requested port is taken. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

/** No sandbox runs on that data folder. */
export class SandboxNotRunning extends Error {
  override readonly name = 'SandboxNotRunning';
}

/** Why a sandbox refused a request. */
export type RefusalCode =
  | 'invalid_request'
  | 'not_found'
  | 'invalid_state'
  | 'signing_failed'
  | 'internal_error';

/** A sandbox refused a request; the message says why. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
