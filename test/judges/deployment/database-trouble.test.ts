import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import { startResuming } from '../../../src/service/core/signing/resume-signatures.ts';
import { StoreUnavailable } from '../../../src/service/ports/store-unavailable.ts';
import { expectSignedOnce } from '../../service/core/signing/one-signature.ts';
import { addAccount } from '../../service/ports/store-builders.ts';
import { bundleVictim } from '../../support/kills/bundle-victim.ts';
import { pdfWorkerScript } from '../../support/pdf/pdf-worker.ts';
import {
  ASHA,
  apiUser,
  giveConsent,
  postForm,
  requestIn,
} from '../../support/service/call-service.ts';
import { openService } from '../../support/service/open-service.ts';
import { openSigningWorld } from '../../support/service/signing-world.ts';
import { askedFor } from '../../support/service/test-authority.ts';
import { MIGRATIONS, SEAL_KEY, temporaryFolder } from '../../support/store/database.ts';
import { openOwnPostgres } from '../../support/store/own-postgres.ts';
import { createDatabase, onConnection, openStoreOn } from '../../support/store/postgres.ts';

const own = await openOwnPostgres();
afterAll(() => own.close());

const STREAMS = 4;
const AGAIN_MS = 200;

/** Documents that are sent and signed, one after another, until it is closed; whoever meets a 503 tries again. */
async function startLoad() {
  const service = await openService(() => openStoreOn(own.url));
  onTestFinished(() => service.close());
  const user = apiUser(service, await service.account({ credits: 100_000 }));
  const signed: string[] = [];
  const refused = { api: 0, page: 0, answer: 0 };
  let isClosing = false;
  async function send() {
    try {
      return await user.send(ASHA);
    } catch (error) {
      if (!String(error).includes('got 503')) throw error;
      refused.api += 1;
      return undefined;
    }
  }
  async function consent(link: string): Promise<string> {
    for (;;) {
      const page = await giveConsent(service, link);
      if (page.statusCode === 200) return requestIn(page);
      expect(page.statusCode).toBe(503);
      refused.page += 1;
      await pause(AGAIN_MS);
    }
  }
  async function bring(address: string, fields: Record<string, string>): Promise<string> {
    const page = await postForm(service, address, fields);
    if (page.statusCode !== 503) return String(page.headers.location);
    refused.answer += 1;
    await pause(AGAIN_MS);
    const form = readPage(page.body, 'http://esign.example.in').forms[0];
    return await bring(address, { ...form?.fields });
  }
  async function stream(): Promise<void> {
    while (!isClosing) {
      const sent = await send();
      if (!sent) {
        await pause(AGAIN_MS);
        continue;
      }
      const [link = ''] = sent.links;
      const request = await consent(link);
      const msg = await service.authority.answer(request);
      const address = `/gateway/return?txn=${askedFor(request).txn}`;
      expect(await bring(address, { msg })).toMatch(/^\/gateway\/return\?way=/);
      signed.push(sent.documentId);
    }
  }
  const running = Promise.all(Array.from({ length: STREAMS }, stream));
  const close = async () => {
    isClosing = true;
    await running;
  };
  return { user, signed, refused, close };
}

test('a database that restarts under load costs nothing but 503s, and no signature', async () => {
  const load = await startLoad();
  await expect.poll(() => load.signed.length).toBeGreaterThan(STREAMS);
  await own.stop();
  const { refused } = load;
  await expect.poll(() => refused.api + refused.page + refused.answer).toBeGreaterThan(STREAMS);
  await own.start();
  const before = load.signed.length;
  await expect.poll(() => load.signed.length).toBeGreaterThan(before + STREAMS);
  await load.close();
  for (const documentId of load.signed)
    expect((await load.user.document(documentId)).status).toBe('COMPLETED');
});

test('a server that became read-only, and one without connections left, take no work until they do again', async () => {
  const store = await openStoreOn(own.url);
  onTestFinished(() => store.close());
  const accountId = await addAccount(store, 3);
  const settings = async (...lines: readonly string[]) =>
    await onConnection(own.url, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      for (const line of lines) await client.query(line);
      await client.query('SELECT pg_reload_conf()');
    });
  await settings('ALTER SYSTEM SET default_transaction_read_only = on');
  const grant = () => addAccount(store, 1).then(() => 'granted');
  const refusal = (error: unknown) => (error instanceof StoreUnavailable ? 'unavailable' : error);
  await expect.poll(() => grant().catch(refusal)).toBe('unavailable');
  await settings('ALTER SYSTEM RESET default_transaction_read_only');
  await expect.poll(() => grant().catch(refusal)).toBe('granted');

  await settings('CREATE ROLE few LOGIN CONNECTION LIMIT 3', 'GRANT pg_read_all_data TO few');
  await settings('GRANT ALL ON DATABASE postgres TO few', 'GRANT ALL ON SCHEMA drizzle TO few');
  const few = await openStoreOn(own.url.replace('postgres@', 'few@'));
  onTestFinished(() => few.close());
  const ask = () => few.creditBalance(accountId).catch(refusal);
  const told = await Promise.all(Array.from({ length: 6 }, ask));
  expect(new Set(told)).toEqual(new Set([3, 'unavailable']));
  expect(await ask()).toBe(3);
});

test('what a killed process left between return and signature is embedded by others, once', async () => {
  const [{ url, drop }, folder, victim] = await Promise.all([
    createDatabase(),
    temporaryFolder(),
    bundleVictim(new URL('../../support/kills/return-victim.ts', import.meta.url)),
  ]);
  const worker = await pdfWorkerScript();
  const args = [folder.path, url, String(MIGRATIONS), String(worker), SEAL_KEY.toString('hex')];
  const child = spawn(process.execPath, [victim.path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const left: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (left.push(line) === 2) break;
  }
  const worlds = await Promise.all(
    [1, 2].map(async () => {
      const pdf = startPdfWorkers({ script: worker, size: 1 });
      return await openSigningWorld(folder.path, { store: await openStoreOn(url), pdf });
    }),
  );
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const resuming = worlds.map(({ deps }) => startResuming({ ...deps, onError }));
  onTestFinished(async () => {
    for (const one of resuming) await one.close();
    for (const world of worlds) await world.close();
    await Promise.all([drop(), folder.remove(), victim.remove()]);
  });
  child.kill('SIGKILL');
  await exited;
  const [world] = worlds;
  if (!world) throw new Error('There is no process left.');
  const statuses = () =>
    Promise.all(left.map(async (id) => (await world.deps.store.findDocument(id))?.status));
  await expect.poll(statuses, { interval: 200 }).toEqual(['COMPLETED', 'COMPLETED']);
  for (const documentId of left) await expectSignedOnce(world, documentId, 'by another process');
  expect(failures).toEqual([]);
});
