import { findDocuments } from '../../src/service/core/finding/find-documents.ts';
import { searchDocuments } from '../../src/service/core/finding/search-documents.ts';
import { addMember } from '../../src/service/members/change-members.ts';
import { issueSignIn } from '../../src/service/members/sign-in/request-sign-in.ts';
import { MENU } from '../../src/service/web/dashboard/dashboard-shell.ts';
import { asOwner } from '../../test/support/sign-in/callers.ts';
import { fillDocuments } from './fill-documents.ts';
import { percentile } from './measure.ts';
import { kilobytes, milliseconds, report } from './report.ts';
import type { BenchService } from './service.ts';
import { openBenchService } from './service.ts';

const DOCUMENTS = 100_000;
const TIMES = 20;
const GOAL = { ms: 50, bytes: 30_000 };

/** What a person may type: names that few or many have, a part of one, numbers, several words, nothing that is there. */
const TYPED = [
  ...['', 'nandini', 'नंदिनी राव', 'kulkarni nair', 'p777@example.in', '9000012345'],
  ...['offer letter 77770', 'rent zoya gill', 'ra', 'e', 'nobody', '20 Nov 2026', '12345678'],
  ...['asha 7', '77', 'order-77770'],
];
/** Of the API, with what it filters by. */
const FILTERED = [
  ...['q=nandini&ended=any', 'q=kulkarni&ended=none', 'ended=declined', 'ended=withdrawn'],
  ...[
    'ended=expired',
    'ended=none',
    'ended=any',
    'status=SENT&since=2026-11-01',
    'q=nandini 7&limit=100',
  ],
  ...['q=kulkarni nobody xyzzy', 'q=ra&ended=expired'],
];

/** Finding one document among 100,000 of an account, in the embedded database, by the query alone and the whole page; then every page. */
export async function benchDashboard(): Promise<void> {
  const service = await openBenchService();
  const { accountId, pool, deps } = service;
  const startedAt = performance.now();
  await fillDocuments(pool, { accountId, count: DOCUMENTS });
  // As the embedded database does within an hour
  await pool.query('VACUUM (ANALYZE) documents');
  process.stdout.write(
    `${DOCUMENTS} documents made in ${milliseconds(performance.now() - startedAt)}\n`,
  );
  await tell('Finding, search alone', TYPED, (typed) =>
    findDocuments(deps, asOwner(accountId), { typed }),
  );
  await tell('Finding by the API', FILTERED, (query) =>
    searchDocuments(deps, asOwner(accountId), Object.fromEntries(new URLSearchParams(query))),
  );
  const fetchPage = await signedIn(service);
  const sizes: number[] = [];
  const load = async (path: string) => {
    sizes.push((await fetchPage(path)).length);
  };
  await tell('Finding, whole page', TYPED, (typed) =>
    load(`/dashboard/documents?q=${encodeURIComponent(typed)}`),
  );
  const [document] = (await findDocuments(deps, asOwner(accountId), { typed: '' })).documents;
  const listed = MENU.flatMap(({ entries }) => entries.map(({ path }) => path));
  const paths = [...listed, '/dashboard/me', `/dashboard/documents/${document?.documentId}`];
  await tell('Every page', paths, load);
  const largest = Math.max(...sizes);
  report('Largest page', [
    { what: 'HTML', value: kilobytes(largest), goal: kilobytes(GOAL.bytes) },
  ]);
  await service.close();
}

/** Prints the median of each piece of work, and what 95 of 100 do not exceed. */
async function tell(
  title: string,
  of: readonly string[],
  work: (one: string) => Promise<unknown>,
): Promise<void> {
  const all: number[] = [];
  const rows = [];
  for (const one of of) {
    const times: number[] = [];
    for (let index = 0; index < TIMES; index += 1) {
      const began = performance.now();
      await work(one);
      times.push(performance.now() - began);
    }
    all.push(...times);
    rows.push({ what: one || '(nothing)', value: both(times) });
  }
  const goal = milliseconds(GOAL.ms);
  report(`${title}, at ${DOCUMENTS} documents: median, 95 of 100`, [
    ...rows,
    { what: 'all of these', value: both(all), goal },
  ]);
}

const both = (times: readonly number[]): string =>
  `${milliseconds(percentile(times, 0.5))}, ${milliseconds(percentile(times, 0.95))}`;

/** Signs a member in; fetches pages as their browser does, and returns the markup. */
async function signedIn({ url, deps, accountId }: BenchService) {
  const owner = { email: 'owner@example.in', role: 'owner' } as const;
  const { userId } = await addMember(deps, asOwner(accountId), owner);
  const { pathname } = new URL(await issueSignIn(deps, userId));
  const entry = await fetch(`${url}${pathname}`, { redirect: 'manual' });
  const cookie = (entry.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return async (path: string): Promise<Buffer> => {
    const reply = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  };
}
