/** The limits of the API (specification, section 8). */
export const LIMITS = {
  /** Largest PDF, in bytes. */
  pdfBytes: 10 * 1024 * 1024,
  /** Most signers of a document, per request and in total. */
  signersPerDocument: 6,
  /** Shortest phone number, in digits. */
  phoneDigits: 10,
  /** Most placement rectangles of a signer, one per page. */
  placementsPerSigner: 20,
  /** Smallest width of a placement, in PDF points. */
  placementWidth: 140,
  /** Smallest height of a placement, in PDF points. */
  placementHeight: 110,
  /** Default page size of the list. */
  listDefault: 20,
  /** Largest page size of the list; larger values are clamped. */
  listMax: 100,
  /** How long a webhook receiver may take to respond with a 2xx, in milliseconds. */
  webhookAcknowledgementMs: 10_000,
  /** How long a download link is valid, in milliseconds. */
  downloadLinkMs: 15 * 60 * 1000,
  /** How long the free trial lasts, in milliseconds. */
  trialMs: 72 * 60 * 60 * 1000,
} as const;

/** Digits only (specification, section 2, SignerInput). */
export const PHONE_PATTERN = '^\\d+$';
