/** A timestamp token that passed every check. */
export interface Timestamp {
  /** DER. */
  readonly token: Buffer;
  readonly at: Date;
  /** The name in the authority's certificate. */
  readonly authority: string;
  /** Certificates of the authority up to its root, DER, the root last. */
  readonly path: readonly Buffer[];
  /** Those of them that are in the token. */
  readonly included: readonly Buffer[];
}

/** A timestamping authority (RFC 3161). */
export interface TimestampAuthority {
  /** Root certificates of its tokens, DER. */
  readonly roots: readonly Buffer[];
  /** The largest token that it may give, in bytes: room is reserved before the token exists. */
  readonly tokenBytes: number;
  /**
   * Has a SHA-256 timestamped, and checks the token. Takes `withinMs` milliseconds at most, if that is given.
   * @throws {TimestampUnavailable} when no valid token was given
   */
  stamp(sha256: Buffer, withinMs?: number): Promise<Timestamp>;
  /** Has one of several authorities told that gave no valid timestamp, each time. */
  onMissed?(tell: (missed: MissedTimestamp) => void): void;
}

/** An authority that gave no valid timestamp, and why. */
export interface MissedTimestamp {
  /** Its host. */
  readonly authority: string;
  /** A stable name, such as `connection_refused`. */
  readonly reason: string;
}

/** No valid timestamp could be had; a later try may have more luck. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
  /** A stable name, such as `connection_refused`. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`No timestamp: ${reason}`, options);
    this.reason = reason;
  }
}
