import type { Document } from '../documents/document.rules.ts';

const DAY_MS = 24 * 3600_000;

/** How long signers can download a completed document, in days from completion. */
export const DOWNLOAD_DAYS = 30;

/** Expiry of links that are created or renewed now. */
export const linksUntil = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * DAY_MS);

export const hasEnded = ({ linksUntil: until }: Pick<Document, 'linksUntil'>, now: Date): boolean =>
  until !== null && until <= now;
