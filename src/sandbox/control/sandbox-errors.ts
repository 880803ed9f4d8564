/** Another process has the data folder open; the message says which. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/** The data folder was made by a version whose files cannot be read any more; the message says what to do. */
export class OldDataFolder extends Error {
  override readonly name = 'OldDataFolder';
}

/** The port asked for is taken. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

/** No sandbox runs on that data folder. */
export class SandboxNotRunning extends Error {
  override readonly name = 'SandboxNotRunning';
}

/** Why a running sandbox did not do what it was asked. */
export type RefusalCode =
  | 'invalid_request'
  | 'not_found'
  | 'invalid_state'
  | 'signing_failed'
  | 'internal_error';

/** A running sandbox did not do what it was asked. */
export class SandboxRefused extends Error {
  override readonly name = 'SandboxRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
