export interface RevocationLists {
  /** Those about these certificates that can be fetched now, as DER. Never rejects. */
  listsFor(certificates: readonly Buffer[]): Promise<Buffer[]>;
}
