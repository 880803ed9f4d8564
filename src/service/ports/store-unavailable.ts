/**
 * The database takes no work now: it is out of reach, restarts, became read-only, or has no connection left. Whether a
 * commit that had begun happened is unknown.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(options?: ErrorOptions) {
    super('The database is not available.', options);
  }
}
