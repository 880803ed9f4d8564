/** Where revocation lists come from. */
export interface RevocationLists {
  /** The lists about these certificates, DER, as far as they can be had now. Never rejects. */
  listsFor(certificates: readonly Buffer[]): Promise<Buffer[]>;
}
