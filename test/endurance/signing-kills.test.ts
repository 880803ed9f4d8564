import { test } from 'vitest';
import { killSigning } from '../support/kills/signing-kill-trial.ts';

test('kill -9 at any moment leaves ledger, trail, outbox and files in agreement', async () => {
  await killSigning([5, 2, 1, 0, 3, 1, 0, 2, 0, 1]);
}, 300_000);
