/** The limits that the SDK checks itself; apart from the others, which its bundles leave out. */
export const SDK_LIMITS = {
  /** Bytes. */
  pdfBytes: 10 * 1024 * 1024,
  /** Largest page size of the list; larger values are clamped. */
  listMax: 100,
} as const;
