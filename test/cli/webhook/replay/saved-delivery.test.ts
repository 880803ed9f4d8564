import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  BadCapture,
  loadDeliveries,
  neighbours,
  savedDelivery,
} from '../../../../src/cli/webhook/replay/saved-delivery.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';
import { aCapture } from '../../../support/outbox/a-capture.ts';
import { EVENT_BODY } from '../../../support/outbox/open-receiver.ts';

const text = (...given: Parameters<typeof aCapture>) => JSON.stringify(aCapture(...given));

test('a saved delivery is recognised by its content, and anything else is a bare body', () => {
  const saved = savedDelivery(Buffer.from(text()), 'x.json');
  expect(saved.body).toEqual(EVENT_BODY);
  expect(saved.capture).toBeDefined();
  for (const body of [EVENT_BODY, Buffer.from('no JSON'), Buffer.from('[]'), Buffer.alloc(0)])
    expect(savedDelivery(body, 'x')).toEqual({ name: 'x', body, capture: undefined });
});

test.each([
  ['another body', { bodyBase64: Buffer.from('{}').toString('base64') }],
  ['a missing time', { receivedAt: '' }],
])('a saved delivery with %s is damaged', (_, changes) => {
  const damaged = Buffer.from(JSON.stringify({ ...aCapture(), ...changes }));
  expect(() => savedDelivery(damaged, 'x.json')).toThrow(BadCapture);
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

test('a folder without a saved delivery, and a damaged file, are errors', async () => {
  const folder = await makeTestFolder({ 'x.json': '{"rawHeaders":[],"bodyBase64":""}' });
  await expect(loadDeliveries([await makeTestFolder()])).rejects.toBeInstanceOf(BadCapture);
  await expect(loadDeliveries([join(folder, 'x.json')])).rejects.toBeInstanceOf(BadCapture);
  await expect(loadDeliveries([join(folder, 'gone')])).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the neighbours of a file are the other saved deliveries of its folder', async () => {
  const folder = await makeTestFolder({ 'a.json': text(), 'b.json': text(), 'b.body': EVENT_BODY });
  await writeFile(join(folder, 'other.json'), '[]');
  const found = await neighbours(join(folder, 'b.json'));
  expect(found.map(({ name }) => name)).toEqual([join(folder, 'a.json')]);
  expect(await neighbours(join(folder, 'none', 'x.json'))).toEqual([]);
});
