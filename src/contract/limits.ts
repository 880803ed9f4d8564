import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { LIST_MAX, PDF_BYTES } from './sdk-limits.ts';

/** The API's limits (specification, section 8, which does not limit the length of text). */
export const LIMITS = {
  /** Bytes. */
  pdfBytes: PDF_BYTES,
  /** Largest page size of the list; larger values are clamped. */
  listMax: LIST_MAX,
  /** Per request and in total. */
  signersPerDocument: 6,
  /** Characters (Unicode code points). */
  documentNameLength: 255,
  /** Characters (Unicode code points). */
  signerNameLength: 200,
  /** Characters of an email address, and before its @ (RFC 5321, section 4.5.3.1). */
  emailLength: 254,
  emailLocalLength: 64,
  /** Minimum and maximum. */
  phoneDigits: 10,
  phoneMostDigits: 20,
  /** Rectangles of a signer, one per page. */
  placementsPerSigner: 20,
  /** Minimum, in PDF points. */
  placementWidth: 140,
  /** Minimum, in PDF points. */
  placementHeight: 110,
  /** Default page size of the list. */
  listDefault: 20,
  /** How long a webhook receiver may take to respond with a 2xx, in milliseconds. */
  webhookAcknowledgementMs: 10_000,
  /** How long a download link is valid, in milliseconds. */
  downloadLinkMs: 15 * MINUTE_MS,
  /** Free trial, in milliseconds. */
  trialMs: 72 * HOUR_MS,
} as const;

/** Digits only (specification, section 2, SignerInput). */
export const PHONE_PATTERN = '^\\d+$';

/** Limits the length before the last @; `format` checks that it is an email address. */
export const EMAIL_PATTERN = `^.{1,${LIMITS.emailLocalLength}}@[^@]*$`;
