import { test } from 'vitest';
import { killBulkRuns } from '../../../support/bulk-kill-trial.ts';

test('kill -9 of a run leaves each row with one document, sent and paid for once', async () => {
  await killBulkRuns({ runs: 2, kills: 4, longestLifeMs: 60 });
}, 120_000);
