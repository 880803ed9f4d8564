import type { Content, TableCell } from 'pdfmake';
import { GENESIS_HASH } from '../../contract/audit-chain.ts';
import type { LayoutText } from './certificate-layout.ts';
import { heading, ROW_LINES, sharedWidth } from './certificate-layout.ts';
import type { AuditRow, CompletionEvidence } from './completion-evidence.ts';

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

const KEY_EVENTS_RULE =
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

function whoOf({ actor, signer }: AuditRow): string {
  if (actor.startsWith('signer:') && signer !== undefined) return `signer ${signer}`;
  if (/^(account|member):/.test(actor)) return 'sender';
  return actor === 'system' ? 'service' : actor;
}

function eventRow(entry: AuditRow, show: LayoutText): TableCell[] {
  const { text, time } = show;
  return [
    text(entry.seq),
    time(entry.at),
    text(entry.description),
    text(whoOf(entry)),
    text(entry.ip),
  ];
}

function attachedFiles({ files = [] }: CompletionEvidence): string {
  if (files.length === 0) return '';
  return `; evidence.json lists ${files.length} more files with parts of the signatures`;
}

function trailLine(evidence: CompletionEvidence): Content {
  const { audit } = evidence;
  const count = audit.length === 0 ? 'no entries' : `${audit.length} entries`;
  return {
    stack: [
      `The audit trail has ${count}, each linked to the one before by SHA-256. Shown here: ${KEY_EVENTS_RULE}. The whole ` +
        'trail is attached as audit.jsonl, the facts of this certificate for programs as evidence.json, and a draft that ' +
        `a person may complete for a court as bsa-63-4-draft.pdf${attachedFiles(evidence)}. The last entry of the trail has the hash`,
      { text: audit.at(-1)?.hash ?? GENESIS_HASH },
    ],
    fontSize: 8,
    margin: [0, 0, 0, 4],
  };
}

export function eventsSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const titles = ['#', 'UTC (Indian Standard Time)', 'What happened', 'By', 'IP address'];
  const head = titles.map((title) => ({ text: title, style: 'head' }));
  const rows = keyEvents(evidence.audit).map((entry) => eventRow(entry, show));
  const happened = sharedWidth([16, 142, 46, 62], 1);
  return [
    {
      unbreakable: true,
      stack: [heading('What happened'), trailLine(evidence)],
    },
    {
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        widths: [16, 142, happened, 46, 62],
        body: [head, ...rows],
        dontBreakRows: true,
      },
      layout: ROW_LINES,
      style: 'small',
    },
  ];
}
