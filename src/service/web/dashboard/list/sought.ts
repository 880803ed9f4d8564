import type { DocumentState } from '../../../core/documents/document-states.rules.ts';
import type { FindRequest } from '../../../core/finding/find-documents.ts';
import { readDay } from '../../../core/finding/read-query.rules.ts';
import { DOCUMENTS } from '../document-paths.ts';
import type { Problems } from '../form.ts';
import { textOf } from '../form.ts';
import { WORDS } from '../words/dashboard.words.ts';

/** States that can be asked for. Expired documents are waiting ones, too. */
export const LIST_STATES = [
  'waiting',
  'completed',
  'declined',
  'withdrawn',
  'expired',
  'draft',
] as const satisfies readonly (DocumentState | 'expired')[];
export type ListState = (typeof LIST_STATES)[number];

/** A search, as typed. */
export interface Sought {
  readonly typed: string;
  readonly state?: ListState | undefined;
  /** First and last day in India; empty for any. */
  readonly from?: string;
  readonly to?: string;
  readonly before?: string | undefined;
}

export function readSought(query: unknown): Sought {
  const asked = textOf(query, 'state');
  return {
    typed: textOf(query, 'q').trim(),
    state: LIST_STATES.find((state) => state === asked),
    from: textOf(query, 'from').trim(),
    to: textOf(query, 'to').trim(),
    before: textOf(query, 'before') || undefined,
  };
}

export function searchPath({ typed, state, from, to, before }: Sought, path = DOCUMENTS): string {
  const given = Object.entries({ q: typed, state, from, to, before });
  const query = new URLSearchParams(given.flatMap(([name, text]) => (text ? [[name, text]] : [])));
  return query.size === 0 ? path : `${path}?${query}`;
}

const { wrongDay, wrongOrder } = WORDS.documents.find;

/** What is wrong with the days. */
export function problemsIn({ from = '', to = '' }: Sought): Problems {
  const [first, last] = [readDay(from), readDay(to)];
  return {
    ...(from !== '' && !first && { from: wrongDay }),
    ...(to !== '' && !last && { to: wrongDay }),
    ...(first && last && last.from < first.from && { to: wrongOrder }),
  };
}

/** For a search without problems. */
export function requestOf({ typed, state, from, to, before }: Sought, now: Date): FindRequest {
  return {
    typed,
    before,
    since: readDay(from ?? '')?.from,
    until: readDay(to ?? '')?.to,
    ...(state === 'expired' ? { ended: { as: state, now } } : { state }),
  };
}
