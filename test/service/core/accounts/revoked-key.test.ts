import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { hashApiKey } from '../../../../src/service/core/accounts/authenticate.ts';
import { outboxSignal } from '../../../../src/service/core/outbox/queue-outbox.sql.ts';
import { openEmbeddedPool } from '../../../../src/service/store/embedded/open-embedded.ts';
import { createStore } from '../../../../src/service/store/store.ts';
import { secretSeal } from '../../../../src/service/webhooks/secret-seal.sql.ts';
import type { TestService } from '../../../support/service/open-service.ts';
import { openService } from '../../../support/service/open-service.ts';
import { embeddedOptions, SEAL_KEY, temporaryFolder } from '../../../support/store/database.ts';

let pool: Pool;
let service: TestService;
beforeAll(async () => {
  const folder = await temporaryFolder();
  const database = await openEmbeddedPool(await embeddedOptions(folder.path));
  pool = database.pool;
  service = await openService(async () =>
    createStore({ ...database, seal: secretSeal(SEAL_KEY), signal: outboxSignal() }),
  );
  return async () => {
    await service.close();
    await folder.remove();
  };
});

const revoke = (apiKey: string) =>
  pool.query('UPDATE api_keys SET revoked_at = now() WHERE hash = $1', [hashApiKey(apiKey)]);

test('a revoked key is refused by the very next request', async () => {
  const { apiKey, headers } = await service.account();
  const list = async () =>
    (await service.app.inject({ url: '/api/v1/documents', headers })).statusCode;
  for (let request = 0; request < 3; request += 1) expect(await list()).toBe(200);
  await revoke(apiKey);
  expect(await list()).toBe(401);
});
