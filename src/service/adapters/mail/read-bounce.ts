import type { Email } from 'postal-mime';
import type { Bounce, BounceAction } from '../../core/mails/bounce.rules.ts';
import { BOUNCE_ACTIONS, BounceRefused } from '../../core/mails/bounce.rules.ts';

/** Far above our mails' bounces: each line, part and header costs time and memory. */
export const BOUNCE_LIMITS = {
  bytes: 512 * 1024,
  lines: 8000,
  delimiters: 50,
  headerBytes: 32 * 1024,
};
const DELIMITER = /^--/gm;
const REPORT = /^multipart\/report\b/i;
/** Headers in which mail servers name the recipient. */
const SENT_TO = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}\b/;
/** Limit of recipients' parts in a report; our mails have one recipient. */
const MOST_GROUPS = 20;
const BLANK_LINE = /\r?\n[ \t]*\r?\n/;

const refuse = (why: string, options?: ErrorOptions): never => {
  throw new BounceRefused('not_a_bounce', why, options);
};

async function parse(message: Buffer | string): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(message, {
      attachmentEncoding: 'utf8',
      maxHeadersSize: BOUNCE_LIMITS.headerBytes,
      forceRfc822Attachments: true,
    });
  } catch (cause) {
    return refuse('it cannot be read', { cause });
  }
}

function isManifold(message: Buffer): boolean {
  const text = message.toString('latin1');
  const delimiters = text.match(DELIMITER)?.length ?? 0;
  return delimiters > BOUNCE_LIMITS.delimiters || text.split('\n').length > BOUNCE_LIMITS.lines;
}

const valuesOf = ({ headers }: Email, keys: readonly string[]): string[] =>
  headers.filter(({ key }) => keys.includes(key)).map(({ value }) => value.trim());

/** Recipients' fields are written like headers (RFC 3464, 2.1). */
async function outcomes(report: string): Promise<Pick<Bounce, 'action' | 'status'>[]> {
  const groups = await Promise.all(
    report.split(BLANK_LINE, MOST_GROUPS).map((group) => parse(`${group}\r\n\r\n`)),
  );
  return groups.flatMap((group) => {
    const [given] = valuesOf(group, ['action']);
    const action = BOUNCE_ACTIONS.find((one): one is BounceAction => one === given?.toLowerCase());
    const [status = null] = STATUS.exec(valuesOf(group, ['status'])[0] ?? '') ?? [];
    return action ? [{ action, status }] : [];
  });
}

/**
 * Reads a `multipart/report` (RFC 3464, RFC 6522). A failure outweighs other outcomes.
 * @throws {BounceRefused} for any other message
 */
export async function readBounce(message: Buffer): Promise<Bounce> {
  if (message.length > BOUNCE_LIMITS.bytes) return refuse('it has more than 512 KiB');
  if (isManifold(message)) return refuse('it has too many lines or parts');
  const mail = await parse(message);
  const [type = ''] = valuesOf(mail, ['content-type']);
  const reports = mail.attachments.filter(({ mimeType }) => mimeType === 'message/delivery-status');
  const [report] = reports;
  if (!REPORT.test(type) || report === undefined || reports.length > 1) {
    return refuse('it has no report on a delivery (RFC 3464)');
  }
  const all = await outcomes(String(report.content));
  const [first] = all;
  if (first === undefined) return refuse('its report does not say what became of the mail');
  const outcome = all.find(({ action }) => action === 'failed') ?? first;
  return { sentTo: valuesOf(mail, SENT_TO), ...outcome };
}
