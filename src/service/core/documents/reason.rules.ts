import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';

/** In characters. */
export const REASON_LENGTH = 500;

/** Fits a reason on one trimmed line; may be empty. */
export const asReason = (text: string): string => withoutUnsafe(text).replace(/ {2,}/g, ' ').trim();
