import type { AuditRow } from './completion-evidence.ts';

/** Which entry of each type is shown, per signer if it is about one. */
const SHOWN: Readonly<Record<string, 'first' | 'last'>> = {
  'document.created': 'first',
  'document.sent': 'first',
  'link.opened': 'first',
  'document.viewed': 'first',
  'consent.given': 'last',
  'otp.verified': 'last',
  'signer.signed': 'last',
  'signer.declined': 'last',
  'document.withdrawn': 'last',
  'document.completed': 'last',
  'evidence.renewed': 'last',
};

export const KEY_EVENTS_RULE =
  'creation, sending and completion or withdrawal of the document, and the last renewal of its proof; of each signer, the first opening of the link, the ' +
  'first look at the document, the last consent, the last answer of the authority, and the signature or refusal';

/** The entries that tell what happened, in order. Repeated events don't add entries. */
export function keyEvents(audit: readonly AuditRow[]): AuditRow[] {
  const chosen = new Map<string, AuditRow>();
  for (const entry of audit) {
    const shown = SHOWN[entry.type];
    if (shown === undefined) continue;
    const key = `${entry.type} ${entry.signer}`;
    if (shown === 'last' || !chosen.has(key)) chosen.set(key, entry);
  }
  return [...chosen.values()].sort((a, b) => a.seq - b.seq);
}
