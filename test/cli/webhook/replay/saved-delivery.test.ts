import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReceivedDelivery } from '../../../../src/cli/webhook/listen/received-delivery.ts';
import {
  BadCapture,
  capturedBody,
  capturedHeader,
  loadDeliveries,
  neighbours,
  readCapture,
  savedDelivery,
} from '../../../../src/cli/webhook/replay/saved-delivery.ts';
import { writeCapture } from '../../../../src/cli/webhook/replay/write-capture.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';
import { aCapture } from '../../../support/outbox/a-capture.ts';
import { aReceivedDelivery, forwarded } from '../../../support/outbox/a-received-delivery.ts';
import { EVENT_BODY } from '../../../support/outbox/open-receiver.ts';

/** Bytes that are neither UTF-8 nor JSON. */
const BODY = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x7b]);

const delivery = (changes: Partial<ReceivedDelivery> = {}) =>
  aReceivedDelivery({ body: BODY, rawHeaders: HEADERS, ...changes });
const HEADERS = ['X-Service-Event', 'signer.signed', 'x-twice', 'a', 'X-Twice', 'b'];

test('a delivery is read as it was written, and its bare body is beside it', async () => {
  const folder = join(await makeTestFolder(), 'new', 'folder');
  const path = await writeCapture(folder, delivery());
  const capture = await readCapture(path);
  expect(capture).toMatchObject({
    receivedAt: '2026-03-01T10:00:00.000Z',
    url: '/hooks?a=1',
    signature: { ok: true, secretIndex: 1, secret: 'sha256:e20d51c7' },
    ackMs: 3,
    response: { status: 204 },
  });
  expect(capture).not.toHaveProperty('duplicateOf');
  expect(capture).not.toHaveProperty('forward');
  expect(capturedBody(capture).equals(BODY)).toBe(true);
  expect(capturedHeader(capture, 'X-TWICE')).toEqual(['a', 'b']);
  expect((await readFile(path.replace(/json$/, 'body'))).equals(BODY)).toBe(true);
});

test.each([
  [{ state: 'invalid', reason: 'mismatch' } as const, { ok: false, reason: 'mismatch' }],
  [{ state: 'unchecked' } as const, { ok: null }],
])('the signature %j is kept', async (signature, kept) => {
  const folder = await makeTestFolder();
  const { signature: read } = await readCapture(
    await writeCapture(folder, delivery({ signature })),
  );
  expect(read).toEqual(kept);
});

test('the application’s response and the first delivery are kept', async () => {
  const forward = forwarded({ status: null, error: 'ECONNREFUSED' });
  const duplicateOf = { number: 1, afterMs: 5000 };
  const folder = await makeTestFolder();
  const path = await writeCapture(folder, delivery({ number: 2, forward, duplicateOf }));
  expect(await readCapture(path)).toMatchObject({ forward, duplicateOf });
});

test('names sort in the order of arrival, also across runs, and nothing is overwritten', async () => {
  const folder = await makeTestFolder();
  const at = (seconds: number) => new Date(`2026-03-01T10:00:0${seconds}.000Z`);
  const paths: string[] = [];
  for (const [number, receivedAt] of [
    [1, at(1)],
    [2, at(1)],
    [11, at(2)],
    [1, at(3)],
  ] as const) {
    paths.push(await writeCapture(folder, delivery({ number, receivedAt })));
  }
  expect([...paths].sort()).toEqual(paths);
  const again = await writeCapture(folder, delivery({ receivedAt: at(1), ackMs: 9 }));
  expect(paths).not.toContain(again);
  expect((await readCapture(paths[0]!)).ackMs).toBe(3);
  expect((await readdir(folder)).filter((name) => !/\.(json|body)$/.test(name))).toEqual([]);
});

test('only the owner may read files and folder', async () => {
  const folder = join(await makeTestFolder(), 'saved');
  const path = await writeCapture(folder, delivery());
  const mode = async (file: string) => (await stat(file)).mode & 0o777;
  expect(await mode(folder)).toBe(0o700);
  expect(await mode(path)).toBe(0o600);
  expect(await mode(path.replace(/json$/, 'body'))).toBe(0o600);
});

const text = (...given: Parameters<typeof aCapture>) => JSON.stringify(aCapture(...given));

test('a saved delivery is recognised by its content, and anything else is a bare body', () => {
  const saved = savedDelivery(Buffer.from(text()), 'x.json');
  expect(saved.body).toEqual(EVENT_BODY);
  expect(saved.capture).toBeDefined();
  for (const body of [EVENT_BODY, Buffer.from('no JSON'), Buffer.from('[]'), Buffer.alloc(0)])
    expect(savedDelivery(body, 'x')).toEqual({ name: 'x', body, capture: undefined });
});

test.each([
  ['no JSON', 'not JSON', 'is not JSON'],
  ['another object', '{"receivedAt":"x"}', 'is not a saved delivery'],
  ['a missing time', text({ receivedAt: '' }), 'is not a saved delivery: /receivedAt'],
  ['another body', text({ bodyBase64: Buffer.from('{}').toString('base64') }), 'was changed'],
])('a saved delivery with %s is damaged', async (_, content, message) => {
  const folder = await makeTestFolder({ 'a.json': content });
  const read = readCapture(join(folder, 'a.json'));
  await expect(read).rejects.toBeInstanceOf(BadCapture);
  await expect(read).rejects.toThrow(message);
});

test('deliveries are loaded in the order of their arrival, bare bodies last', async () => {
  const folder = await makeTestFolder({
    'b.json': text({ receivedAt: '2026-03-01T10:00:02.000Z' }),
    'a.json': text({ receivedAt: '2026-03-01T10:00:03.000Z' }),
    'c.json': text({ receivedAt: '2026-03-01T10:00:01.000Z' }),
    'notes.json': '{"not":"a delivery"}',
    'c.body': EVENT_BODY,
  });
  const single = await makeTestFolder({ 'bare.body': EVENT_BODY });
  const found = await loadDeliveries([join(single, 'bare.body'), folder]);
  expect(found.map(({ name }) => basename(name))).toEqual([
    'c.json',
    'b.json',
    'a.json',
    'bare.body',
  ]);
});

test('the neighbours of a file are the other saved deliveries of its folder', async () => {
  const folder = await makeTestFolder({ 'a.json': text(), 'b.json': text(), 'b.body': EVENT_BODY });
  await writeFile(join(folder, 'other.json'), '[]');
  const found = await neighbours(join(folder, 'b.json'));
  expect(found.map(({ name }) => name)).toEqual([join(folder, 'a.json')]);
  expect(await neighbours(join(folder, 'none', 'x.json'))).toEqual([]);
});
