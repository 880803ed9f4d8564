import type { Document } from './document.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long signers can download a completed document through their links, in days from completion. */
export const DOWNLOAD_DAYS = 30;

/** When links end that begin or are renewed now. */
export const linksUntil = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * DAY_MS);

/** True when the links of a document have ended. */
export const hasEnded = ({ linksUntil: until }: Pick<Document, 'linksUntil'>, now: Date): boolean =>
  until !== null && until <= now;

/** How often a document's links can be sent again within an hour. */
const RESENDS_AN_HOUR = 5;

/** Resends after this time count towards the limit. */
export const resendsCountAfter = (now: Date): Date => new Date(now.getTime() - HOUR_MS);

/** When a link can be sent again; undefined means now. `resentAt` are the resends that count, oldest first. */
export function mayResendAt(resentAt: readonly Date[]): Date | undefined {
  const oldest = resentAt.at(-RESENDS_AN_HOUR);
  return oldest && new Date(oldest.getTime() + HOUR_MS);
}
