import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { receiveUpload } from '../../../../src/service/core/documents/create-document.ts';
import { sendDocument } from '../../../../src/service/core/documents/send-document.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { startSweeps, sweepFiles } from '../../../../src/service/core/retention/run-retention.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { factsOf, QueuedItems } from '../../../support/service/document-facts.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aCaller,
  aDraft,
  beginOk,
  finish,
  resumeLater,
  send,
  signAs,
} from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce } from '../signing/one-signature.ts';

const DAY_MS = 24 * 3_600_000;
const { signal } = new AbortController();

const world = await makeSigningWorld();

const sweep = () => sweepFiles(world.deps, signal);

/** Everything that is stored, oldest folder first, as if it had been written so long ago. */
async function age(ms: number): Promise<string[]> {
  const folder = join(world.filesFolder, 'documents');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name));
  const at = new Date(Date.now() - ms);
  for (const path of paths) await utimes(path, at, at);
  return paths;
}

/** Leftovers of crashes: an upload without a document, a prepared file without a send. */
async function orphans(): Promise<string> {
  const { deps } = world;
  await receiveUpload(deps, Readable.from([aPdf()]));
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 1);
  const crashing = crashAt(deps, { at: 9, when: 'before', ends: 'process' });
  await untilCrash(() => send(crashing.deps, caller, documentId));
  expect(crashing.point()).toBe('before 9 store.transaction');
  return documentId;
}

test('what a crash left is removed once it is a day old, and not before', async () => {
  await orphans();
  const before = await age(DAY_MS - 60_000);
  expect(await sweep()).toBe(0);
  await age(DAY_MS + 60_000);
  expect(await sweep()).toBe(2);
  expect(await age(DAY_MS + 60_000)).toHaveLength(before.length - 2);
  expect(await sweep()).toBe(0);
});

test('no file in use is ever touched, whatever its document waits for', async () => {
  const { deps, authority } = world;
  const caller = await aCaller(world);
  const draft = await aDraft(world, caller, 1);
  const done = await aSigner(world);
  expect(await signAs(world, done.signerId)).toBeNull();
  const atGateway = await aSigner(world);
  const answer = await authority.answer(await beginOk(deps, atGateway.signerId));
  const returned = await aSigner(world);
  const stored = await authority.answer(await beginOk(deps, returned.signerId));
  const beforeRecording = { at: 15, when: 'before', ends: 'process' } as const;
  const crashing = crashAt(deps, beforeRecording);
  await untilCrash(() => finish(crashing.deps, stored));
  expect(crashing.point()).toMatch('store.transaction');

  await age(30 * DAY_MS);
  await sweep();
  expect((await finish(deps, answer))?.reason).toBeNull();
  expect(await resumeLater(world)).toEqual([]);
  for (const { documentId } of [done, atGateway, returned]) {
    await expectSignedOnce(world, documentId, 'after the sweep');
    const facts = await factsOf(deps, new QueuedItems(deps.store, documentId), documentId);
    expect([facts.prepared, facts.head]).toEqual(['whole', 'whole']);
  }
  const sent = await sendDocument(deps, caller, { documentId: draft, origin: SYSTEM });
  expect(sent.status).toBe('SENT');
});

test('what was prepared for an attempt that a crash cut short as it ended is removed', async () => {
  await age(2 * DAY_MS);
  await sweep();
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.refuse(await beginOk(world.deps, signerId));
  const crashing = crashAt(world.deps, { at: 7, when: 'before', ends: 'process' });
  await untilCrash(() => finish(crashing.deps, answer));
  expect(crashing.point()).toBe('before 7 files.remove');
  expect(await world.deps.store.findLiveAttempt(documentId)).toBeUndefined();
  await age(2 * DAY_MS);
  expect(await sweep()).toBe(1);
  expect(await signAs(world, signerId)).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/** A file that nothing refers to, a year old. */
async function leave(name: string): Promise<string> {
  const { files } = world.deps;
  const key = `documents/6f1c1f3e-0000-4000-8000-000000000000/${name}.pdf`;
  await files.write(key, Buffer.from('left'));
  const before = new Date(Date.now() - YEAR_MS);
  await utimes(join(world.filesFolder, key), before, before);
  return key;
}

const isThere = (key: string) =>
  world.deps.files.read(key).then(
    () => true,
    () => false,
  );

/** Moves the service's clock on, and real time to the next look at it. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
}

test('it sweeps when it starts and every 6 hours, and no more once it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const first = await leave('first');
  const { documentId, signerId } = await aSigner(world);
  await beginOk(world.deps, signerId);
  const sweeps = startSweeps({ ...world.deps, onError: (error) => errors.push(error) });
  await expect.poll(() => isThere(first)).toBe(false);

  const second = await leave('second');
  await pass(358 * MINUTE_MS);
  expect(await world.deps.store.findLiveAttempt(documentId)).toBeDefined();
  expect(await isThere(second)).toBe(true);
  await pass(2 * MINUTE_MS);
  await expect.poll(() => isThere(second)).toBe(false);
  expect(await world.deps.store.findLiveAttempt(documentId)).toBeUndefined();

  await sweeps.close();
  const third = await leave('third');
  await pass(720 * MINUTE_MS);
  expect(await isThere(third)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(errors).toEqual([]);
});

test('a sweep that fails is reported, and the next one follows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const left = await leave('left');
  const errors: unknown[] = [];
  const listLapsed = vi.fn(world.deps.store.listLapsed).mockRejectedValueOnce(new Error('stuck'));
  const store = { ...world.deps.store, listLapsed };
  const sweeps = startSweeps({ ...world.deps, store, onError: (error) => errors.push(error) });
  onTestFinished(() => sweeps.close());
  await expect.poll(() => errors).toMatchObject([{ message: 'stuck' }]);
  expect(await isThere(left)).toBe(true);
  await pass(361 * MINUTE_MS);
  await expect.poll(() => isThere(left)).toBe(false);
});
