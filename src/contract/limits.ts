/** The limits of the API, each once (specification, section 8). */
export const LIMITS = {
  /** Largest PDF accepted, in bytes: 10 × 1024 × 1024. */
  pdfBytes: 10 * 1024 * 1024,
  /** Most signers of a document, in one request and in total. */
  signersPerDocument: 6,
  /** Shortest phone number, in digits. */
  phoneDigits: 10,
  /** Most placement rectangles of a signer; one a page. */
  placementsPerSigner: 20,
  /** Least width of a placement, in PDF points. */
  placementWidth: 140,
  /** Least height of a placement, in PDF points. */
  placementHeight: 110,
  /** List page size when none, or an invalid one, is asked for. */
  listDefault: 20,
  /** Largest list page; a larger one asked for is clamped. */
  listMax: 100,
  /** Time within which a webhook receiver answers with a 2xx, in milliseconds. */
  webhookAcknowledgementMs: 10_000,
  /** Time that a download link stays valid, in milliseconds. */
  downloadLinkMs: 15 * 60 * 1000,
  /** Time that the free trial lasts from its start, in milliseconds. */
  trialMs: 72 * 60 * 60 * 1000,
} as const;

/** Digits only (specification, section 2, SignerInput). */
export const PHONE_PATTERN = '^\\d+$';
