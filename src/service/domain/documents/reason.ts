import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';

/** Most characters of a reason. */
export const REASON_LENGTH = 500;

/** A reason on one line, without blanks around it; empty when nothing is left. */
export const asReason = (text: string): string => withoutUnsafe(text).replace(/ {2,}/g, ' ').trim();
