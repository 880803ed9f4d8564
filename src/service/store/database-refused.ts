/** Why a database is refused. */
export type RefusalReason =
  | 'unreachable'
  | 'login'
  | 'version'
  | 'read_only'
  | 'settings'
  | 'notifications'
  | 'locked';

/** This database cannot be worked on as it is; the message says why, and what to change. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
