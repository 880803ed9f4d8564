import type { AuditEntry } from '../../../../contract/audit-chain.ts';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { describeEntry } from '../../../domain/audit/audit.ts';
import type { DocumentHistory } from '../../../use-cases/finding/read-history.ts';
import { HISTORY_LIMIT } from '../../../use-cases/finding/read-history.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';

const words = WORDS.documents.timeline;

/** Who did what signers and the service did not do, as far as the entry says. */
function actorOf({ actor }: AuditEntry, userId: string): string {
  if (actor === `member:${userId}`) return words.byYou;
  return actor.startsWith('member:') ? words.byMember : '';
}

/** What happened to a document, oldest first, in the words of its audit trail. */
export function timelineCard(
  { document, trail }: Pick<DocumentHistory, 'document' | 'trail'>,
  userId: string,
): Html {
  const nameOf = (id: string) => document.signers.find(({ signerId }) => signerId === id)?.name;
  const itemOf = (entry: AuditEntry) =>
    html`<li>${timeOf(new Date(entry.at))} <span dir="auto">${describeEntry(entry, nameOf)}${actorOf(entry, userId)}</span></li>
`;
  const isCut = trail.length === HISTORY_LIMIT;
  return html`<section class="card"><h2>${words.heading}</h2>
<ol class="timeline">${trail.map(itemOf)}</ol>${isCut && html`<p class="hint">${words.cut(HISTORY_LIMIT)}</p>`}</section>
`;
}
