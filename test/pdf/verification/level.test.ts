import { expect, test } from 'vitest';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import {
  lasting,
  listsOf,
  root,
  signedByEach,
  underTimestamp,
  withLists,
} from '../../support/trust/long-term-files.ts';
import { days, NOW } from '../../support/trust/make-chain.ts';

const roots = [root.certificate];
const lists = await listsOf();
const stamp = { by: lasting, at: NOW };
const all = (count: number, wishes = {}) => Array.from({ length: count }, () => wishes);

const judge = async (file: Buffer, options = {}) =>
  await verifyPdf(file, { roots, now: NOW, ...options });

test.each([1, 2])('the level of %i signatures is the one that their proof gives', async (count) => {
  const bare = await judge(await signedByEach(all(count), []));
  expect([bare.level, bare.verified]).toEqual(['PAdES B-B', true]);
  const stamped = await signedByEach(all(count, { stamp }), []);
  expect(await judge(stamped)).toMatchObject({ level: 'PAdES B-T', verified: true });
  const proven = await withLists(stamped, lists);
  const lt = await judge(proven);
  expect([lt.level, lt.findings[0]?.code]).toEqual(['PAdES B-LT', 'EVIDENCE_ADDED']);
  const lta = await judge(await underTimestamp(proven, lasting, NOW));
  expect([lta.level, lta.findings[0]?.code]).toEqual(['PAdES B-LTA', 'EVIDENCE_ADDED']);
});

test('the lowest signature decides', async () => {
  const file = await signedByEach([{ stamp }, {}], lists);
  expect((await judge(file)).level).toBe('PAdES B-B');
  expect((await judge(await underTimestamp(file, lasting, NOW))).level).toBe('PAdES B-B');
});

test('signatures that do not bind their certificate are at no PAdES level', async () => {
  const file = await signedByEach([{ stamp }, { stamp, ess: false }], lists);
  expect((await judge(file)).level).toBe('PKCS7-LT');
  expect((await judge(await underTimestamp(file, lasting, NOW))).level).toBe('PKCS7-LTA');
});

test('proof behind the document timestamp is not under it', async () => {
  const stamped = await signedByEach([{ stamp }], []);
  const late = await withLists(await underTimestamp(stamped, lasting, NOW), lists);
  expect((await judge(late)).level).toBe('PAdES B-LT');
  const renewed = await underTimestamp(late, lasting, NOW);
  expect((await judge(renewed)).level).toBe('PAdES B-LTA');
});

test('what was given with the file does not count as in it', async () => {
  const stamped = await signedByEach([{ stamp }], []);
  const verdict = await judge(stamped, { crls: lists });
  expect(verdict.signatures[0]?.revocation.status).toBe('good');
  expect(verdict.level).toBe('PAdES B-T');
});

test('lists of half of the paths, or of another time, are not enough', async () => {
  const half = await signedByEach([{ stamp }], lists.slice(0, 1));
  expect((await judge(half)).level).toBe('PAdES B-T');
  const old = await listsOf({ from: days(-3), to: days(-2) });
  expect((await judge(await signedByEach([{ stamp }], old))).level).toBe('PAdES B-T');
});

test('without a root, and of an invalid signature, nothing is claimed', async () => {
  const file = await signedByEach([{ stamp }], lists);
  expect((await judge(file, { roots: [] })).level).toBe('PAdES B-B');
  const at = file.indexOf('/MediaBox');
  file.write('/MediaFox', at, 'latin1');
  expect((await judge(file)).level).toBeNull();
});
