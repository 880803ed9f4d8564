/** A timestamp token that passed every check. */
export interface Timestamp {
  /** DER. */
  readonly token: Buffer;
  readonly at: Date;
  /** The name in the authority's certificate. */
  readonly authority: string;
  /** Certificates of the authority, DER, the root last. */
  readonly path: readonly Buffer[];
  /** The part of the path that is in the token. */
  readonly included: readonly Buffer[];
}

/** A timestamping authority (RFC 3161). */
export interface TimestampAuthority {
  /** Root certificates of its tokens, DER. */
  readonly roots: readonly Buffer[];
  /** Largest possible token, in bytes: room is reserved before the token exists. */
  readonly tokenBytes: number;
  /**
   * Timestamps a SHA-256 and checks the token, in at most `withinMs` milliseconds if given.
   * @throws {TimestampUnavailable} when no valid token was given
   */
  stamp(sha256: Buffer, withinMs?: number): Promise<Timestamp>;
  /** Reports each use of one of several authorities. */
  onAsked?(tell: (asked: AskedHost) => void): void;
}

export interface AskedHost {
  readonly host: string;
  /** A stable name of a failure, such as `connection_refused`; null when it gave what was asked. */
  readonly reason: string | null;
}

/** No authority gave a valid timestamp. A later try may succeed. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
  /** A stable name, such as `connection_refused`. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`No timestamp: ${reason}`, options);
    this.reason = reason;
  }
}
