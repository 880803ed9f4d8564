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

export type RefusalCode =
  | 'invalid_request'
  | 'not_found'
  | 'invalid_state'
  | 'signing_failed'
  | 'internal_error';

export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
