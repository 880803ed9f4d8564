import { expect, test } from 'vitest';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import {
  brief,
  lasting,
  listsOf,
  root,
  signedByEach,
  underTimestamp,
} from '../../support/trust/long-term-files.ts';
import type { Made } from '../../support/trust/make-chain.ts';
import { days, NOW } from '../../support/trust/make-chain.ts';

const roots = [root.certificate];

const signedOnce = await signedByEach([{ stamp: { by: brief, at: NOW } }], []);

/** A signature that the brief authority timestamped, under document timestamps in order. */
async function fileUnder(...stamps: readonly (readonly [by: Made, day: number])[]) {
  let file = signedOnce;
  for (const [by, day] of stamps) file = await underTimestamp(file, by, days(day));
  return file;
}

/** Whether the time of the signature, and those of the document timestamps, are proven on a day. */
async function provenOn(day: number, file: Buffer, crls: readonly Buffer[] = []) {
  const { signatures, intact } = await verifyPdf(file, { roots, crls, now: days(day) });
  expect(intact).toBe(true);
  return signatures.map(({ timestampedAt }) => timestampedAt !== null);
}

test('the last timestamp is judged now: once its certificate has ended, it proves nothing', async () => {
  const file = await fileUnder();
  expect(await provenOn(0.5, file)).toEqual([true]);
  expect(await provenOn(2, file)).toEqual([false]);
});

test('a timestamp is judged by the next one over it', async () => {
  expect(await provenOn(2, await fileUnder([lasting, 0.5]))).toEqual([true, true]);
  expect(await provenOn(2, await fileUnder([lasting, 1.5]))).toEqual([false, true]);
});

test('timestamps are renewed by others before they end', async () => {
  const renewed = await fileUnder([brief, 0.5], [lasting, 0.8]);
  expect(await provenOn(20, renewed)).toEqual([true, true, true]);
  expect(await provenOn(20, await fileUnder([brief, 0.5]))).toEqual([false, false]);
  expect(await provenOn(40, renewed)).toEqual([false, false, false]);
});

test('a timestamp whose authority was revoked stands if the next one is older than that', async () => {
  const revoked = await listsOf({ revoked: brief.certificate, on: days(0.7) });
  expect(await provenOn(0.9, await fileUnder(), revoked)).toEqual([false]);
  expect(await provenOn(0.9, await fileUnder([lasting, 0.6]), revoked)).toEqual([true, true]);
  expect(await provenOn(0.9, await fileUnder([lasting, 0.8]), revoked)).toEqual([false, true]);
});

test('a timestamp that claims to be later than the next one proves nothing', async () => {
  const before = -1;
  expect(await provenOn(0.5, await fileUnder([lasting, before]))).toEqual([false, true]);
});

test('an untrusted timestamp over others proves nothing of them', async () => {
  const file = await fileUnder([brief, 1.2], [lasting, 1.5]);
  expect(await provenOn(2, file)).toEqual([false, false, true]);
});
