import { test } from 'vitest';
import { killBulkRuns } from '../support/bulk-kill-trial.ts';

test('kill -9 at a hundred instants leaves each of two hundred rows with one document, sent and paid for once', async () => {
  await killBulkRuns({ runs: 10, kills: 100, longestLifeMs: 400 });
}, 600_000);
