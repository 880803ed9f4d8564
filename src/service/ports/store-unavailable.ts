/**
 * The database takes no work now: unreachable, restarting, read-only, or out of connections.
 * Whether a commit that had begun took effect is unknown.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(options?: ErrorOptions) {
    super('The database is not available.', options);
  }
}
