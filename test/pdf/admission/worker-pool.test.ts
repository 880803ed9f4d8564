import { expect, test } from 'vitest';
import { PdfWorkersBusy } from '../../../src/pdf/admission/fair-queue.ts';
import { scriptedPool } from '../../support/pdf/scripted-pool.ts';

const noLimit = { waiting: 4, spend: () => undefined };
const certificate = (to: string) => ({
  ...{ to, facts: '', audit: '', answers: [], signed: '' },
  seal: { name: 'Seal', date: '', test: true },
});

test('owners take turns, however much one of them has queued before the others', async () => {
  const { admit, endInOrder } = scriptedPool({ size: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) admit(name);
  expect(await endInOrder(7)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('urgent jobs go before all others, and take turns among themselves', async () => {
  const { admit, endInOrder } = scriptedPool({ size: 1 });
  for (const name of ['a1', 'a2', 'b1']) admit(name);
  for (const name of ['c1', 'c2', 'd1']) admit(name, { isUrgent: true });
  expect(await endInOrder(6)).toEqual(['a1', 'c1', 'd1', 'c2', 'a2', 'b1']);
});

test('one process stays free of what one owner wants, urgent or not', async () => {
  const { admit, begun, end } = scriptedPool({ size: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) admit(name);
  await expect.poll(begun).toHaveLength(2);
  admit('b1');
  await expect.poll(begun).toContain('b1');
  admit('a5', { isUrgent: true });
  admit('b2');
  end('b1');
  await expect.poll(begun).toContain('b2');
  expect(begun()).not.toContain('a5');
  end('a1');
  await expect.poll(begun).toContain('a5');
  expect(begun()).not.toContain('a3');
});

test('jobs without an owner use all processes, and are never refused', async () => {
  const limits = { waiting: 0, spend: () => 60 };
  const { admit, begun, endInOrder } = scriptedPool({ size: 2, limits });
  for (const name of ['a1', 'a2', 'a3']) admit(name, { owner: undefined });
  await expect.poll(begun).toHaveLength(2);
  expect(await endInOrder(3)).toHaveLength(3);
});

test('certificates are made one at a time, those of owners in turn, and hold up nothing else', async () => {
  const { pool, begun, admit, end } = scriptedPool({ size: 3 });
  const made = ['a1', 'a2', 'b1'].map((name) =>
    pool.certify(certificate(name), { owner: name[0] }),
  );
  await expect.poll(begun).toEqual(['a1']);
  admit('c1');
  admit('b2');
  await expect.poll(begun).toContain('c1');
  end('a1');
  end('c1');
  await expect.poll(begun).toContain('a2');
  expect(begun()).not.toContain('b1');
  for (const name of ['a2', 'b1', 'b2']) end(name);
  await Promise.all(made);
});

test('admissions of an owner beyond those that may wait are refused, and those of others are not', async () => {
  const { pool, admit, begun, end } = scriptedPool({ size: 2, limits: noLimit });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) admit(name);
  await expect.poll(begun).toEqual(['a1']);
  const sixth = pool.admit('a6', { owner: 'a' });
  await expect(sixth).rejects.toThrow(PdfWorkersBusy);
  await expect(sixth).rejects.toMatchObject({ retryAfterSeconds: 2 });
  admit('b1');
  await expect.poll(begun).toContain('b1');
  end('a1');
  await expect.poll(begun).toContain('a2');
  admit('a7');
  await expect(pool.admit('a8', { owner: 'a' })).rejects.toThrow(PdfWorkersBusy);
});

test('the processor time of jobs is counted, also of those that were killed or crashed', async () => {
  const spent: [owner: string, cpuMs: number][] = [];
  const spend = (owner: string, cpuMs: number) => void (cpuMs > 0 && spent.push([owner, cpuMs]));
  const limits = { waiting: 4, spend };
  const { pool } = scriptedPool({ size: 1, cpuMs: 300, ms: 60_000, limits });
  expect(await pool.admit('burn', { owner: 'a' })).toMatchObject({ reason: 'timeout' });
  expect(spent).toEqual([['a', expect.any(Number)]]);
  expect(spent[0]?.[1]).toBeGreaterThan(300);
  const crashing = scriptedPool({ size: 1, cpuMs: 60_000, ms: 60_000, limits });
  const died = await crashing.pool.admit('die', { owner: 'b', isUrgent: true });
  expect(died).toMatchObject({ reason: 'crash' });
  expect(spent[1]).toEqual(['b', expect.any(Number)]);
});

test('an owner without processor time left is refused, except what is urgent', async () => {
  const spend = (owner: string) => (owner === 'a' ? 17 : undefined);
  const { pool, admit, endInOrder } = scriptedPool({ size: 1, limits: { waiting: 4, spend } });
  const refused = [
    pool.admit('a1', { owner: 'a' }),
    pool.certify(certificate('a2'), { owner: 'a' }),
  ];
  for (const one of refused) {
    await expect(one).rejects.toMatchObject({ name: 'PdfWorkersBusy', retryAfterSeconds: 17 });
  }
  admit('b1');
  admit('a3', { isUrgent: true });
  expect(await endInOrder(2)).toEqual(['b1', 'a3']);
});
