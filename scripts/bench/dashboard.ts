import { findDocuments } from '../../src/service/use-cases/finding/find-documents.ts';
import { fillDocuments } from './fill-documents.ts';
import { percentile } from './measure.ts';
import { milliseconds, report } from './report.ts';
import { openBenchService } from './service.ts';

const DOCUMENTS = 100_000;
const TIMES = 20;
const GOAL_MS = 50;

/** What a person may type: names that few or many have, a part of one, numbers, several words, nothing that is there. */
const TYPED = [
  ...[
    '',
    'nandini',
    'नंदिनी राव',
    'kulkarni nair',
    'p777@example.in',
    '9000012345',
    'offer letter 77770',
  ],
  ...['rent zoya gill', 'ra', 'e', 'nobody', '20 Nov 2026', '12345678', 'req_00000000'],
];

/** Finding one document among 100,000 of an account, in the embedded database. */
export async function benchDashboard(): Promise<void> {
  const service = await openBenchService();
  const { accountId, pool, store } = service;
  const startedAt = performance.now();
  await fillDocuments(pool, { accountId, count: DOCUMENTS });
  process.stdout.write(
    `${DOCUMENTS} documents made in ${milliseconds(performance.now() - startedAt)}\n`,
  );
  const all: number[] = [];
  const rows = [];
  for (const typed of TYPED) {
    const times: number[] = [];
    for (let index = 0; index < TIMES; index += 1) {
      const began = performance.now();
      await findDocuments({ store }, { accountId, typed });
      times.push(performance.now() - began);
    }
    all.push(...times);
    rows.push({ what: typed || '(nothing)', value: both(times) });
  }
  const goal = milliseconds(GOAL_MS);
  report(`Finding among ${DOCUMENTS} documents: median, 95 of 100`, [
    ...rows,
    { what: 'all of these', value: both(all), goal },
  ]);
  await service.close();
}

const both = (times: readonly number[]): string =>
  `${milliseconds(percentile(times, 0.5))}, ${milliseconds(percentile(times, 0.95))}`;
