import { withoutUnsafe } from '../../contract/unsafe-characters.ts';
import { cutText } from '../fonts/cut-text.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw } from '../fonts/fonts.ts';

export interface SignatureText {
  /** The name to show. The caller compares it with the certificate, known only after signing. */
  readonly name: string;
  /** The name in the invitation, if the certificate has another. */
  readonly invitedAs?: string | undefined;
  /** Shown instead of a name with characters that no font has, such as the email address. */
  readonly otherwise?: string | undefined;
  readonly date: Date;
  readonly reason?: string | undefined;
}

const LONGEST_LINE = 80;
const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** One line without control or direction characters, at most 80 characters. */
export function oneLine(text: string): string {
  return cutText(withoutUnsafe(text).replace(/\s+/g, ' ').trim(), LONGEST_LINE);
}

function clock(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = day.split('-');
  return `${dayOfMonth} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 8)}`;
}

/** `21 Nov 2026, 07:04:05 UTC` */
export function utcTime(date: Date): string {
  return `${clock(date)} UTC`;
}

/** `21 Nov 2026, 12:34:05 IST` */
export function istTime(date: Date): string {
  return `${clock(new Date(date.getTime() + IST_OFFSET_MS))} IST`;
}

function invitation(invitedAs: string | undefined, fonts: Fonts): string[] {
  if (invitedAs === undefined) return [];
  const name = oneLine(invitedAs);
  return [
    'Name as in the certificate,',
    canDraw(fonts, name) ? `invited as ${name}` : 'invited by another name',
  ];
}

/** Name, name in the invitation if it differs, time in IST and UTC, and reason. */
export function signatureLines(text: SignatureText, fonts: Fonts): string[] {
  const name = oneLine(text.name);
  const shown = canDraw(fonts, name) ? name : oneLine(text.otherwise ?? 'Signed');
  const invited = invitation(text.invitedAs, fonts);
  const lines = [shown, ...invited, `Signed ${istTime(text.date)}`, utcTime(text.date)];
  const reason = oneLine(text.reason ?? '');
  if (reason !== '' && canDraw(fonts, reason)) lines.push(`Reason: ${reason}`);
  return lines;
}
