import { test } from 'vitest';
import { killSigning } from '../../../support/kills/signing-kill-trial.ts';

test('kill -9 of a process that signs leaves ledger, trail, outbox and files in agreement', async () => {
  await killSigning([5]);
}, 120_000);
