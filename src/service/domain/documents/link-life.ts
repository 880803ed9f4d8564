import type { Document } from './document.ts';

const DAY_MS = 24 * 3600_000;

/** How long signers can download a completed document through their links, in days from completion. */
export const DOWNLOAD_DAYS = 30;

/** When links end that begin or are renewed now. */
export const linksUntil = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * DAY_MS);

/** True when the links of a document have ended. */
export const hasEnded = ({ linksUntil: until }: Pick<Document, 'linksUntil'>, now: Date): boolean =>
  until !== null && until <= now;
