import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Sighting } from '../../src/locks/lock-owner.ts';
import { isAlive, parseOwner, readStarted, SILENCE_MS } from '../../src/locks/lock-owner.ts';

const OWNER = { pid: 7, started: '100', scope: 'here', command: 'esign', since: 'now' };
const SEEN: Sighting = { owner: OWNER, silentMs: 0, scope: 'here', started: '100' };
const LONG = SILENCE_MS + 1;

test.each<[string, Partial<Sighting>, boolean]>([
  ['the same process', {}, true],
  ['the same process, long silent', { silentMs: LONG }, true],
  ['no such process', { started: undefined }, false],
  ['a later process of that number', { started: '101' }, false],
  ['a process whose start cannot be told', { started: null }, true],
  ['a process whose start cannot be told, long silent', { started: null, silentMs: LONG }, false],
  ['another scope', { scope: 'there', started: undefined }, true],
  ['another scope, long silent', { scope: 'there', silentMs: LONG }, false],
  ['an unreadable file', { owner: undefined }, true],
  ['an unreadable file, long silent', { owner: undefined, silentMs: LONG }, false],
])('%s: alive is %s', (_name, seen, alive) => {
  expect(isAlive({ ...SEEN, ...seen })).toBe(alive);
});

test('a process keeps its start time, and has none once it ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const { pid = 0 } = child;
  const started = await readStarted(pid);
  expect(started).toEqual(expect.any(String));
  expect(await readStarted(pid)).toBe(started);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await readStarted(pid)).toBeUndefined();
});

test.each(['', '{', '{}', '[]', 'null', '{"pid":"7"}', JSON.stringify({ ...OWNER, pid: 0 })])(
  'no owner is read from %j',
  (text) => {
    expect(parseOwner(text)).toBeUndefined();
  },
);

test('an owner is read as it was written', () => {
  expect(parseOwner(JSON.stringify(OWNER))).toEqual(OWNER);
});
