/** The limits of the API (specification, section 8; it sets none on the length of text). */
export const LIMITS = {
  /** Largest PDF, in bytes. */
  pdfBytes: 10 * 1024 * 1024,
  /** Most signers of a document, per request and in total. */
  signersPerDocument: 6,
  /** Longest name of a document, in characters (Unicode code points). */
  documentNameLength: 255,
  /** Longest name of a signer, in characters (Unicode code points). */
  signerNameLength: 200,
  /** Longest email address, in characters, and its longest part before the @ (RFC 5321, section 4.5.3.1). */
  emailLength: 254,
  emailLocalLength: 64,
  /** Shortest and longest phone number, in digits. */
  phoneDigits: 10,
  phoneMostDigits: 20,
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

/** An email address, which `format` checks, with no more before its last @ than allowed. */
export const EMAIL_PATTERN = `^.{1,${LIMITS.emailLocalLength}}@[^@]*$`;
