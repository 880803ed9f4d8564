import { expect, test } from 'vitest';
import { createDeskAccess, deskAddresses } from '../../../src/sandbox/dashboard/desk-access.ts';

const MINUTE_MS = 60_000;

function open() {
  let now = 1_000_000;
  const desk = createDeskAccess(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { desk, pass };
}

test('a key of 32 random bytes lets one browser in, once', () => {
  const { desk } = open();
  const key = desk.issueKey();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(key).not.toBe(desk.issueKey());
  const session = desk.redeem(key) ?? '';
  expect(session).toMatch(/^[\w-]{43}$/);
  expect(desk.knows(session)).toBe(true);
  expect(desk.redeem(key)).toBeUndefined();
});

test('a key is no session, nor the other way round', () => {
  const { desk } = open();
  const key = desk.issueKey();
  expect(desk.knows(key)).toBe(false);
  const session = desk.redeem(key) ?? '';
  expect(desk.redeem(session)).toBeUndefined();
  expect([desk.knows(''), desk.redeem(''), desk.redeem('x')]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test('a key can be used for ten minutes, a session for as long as the sandbox runs', () => {
  const { desk, pass } = open();
  const [first, second] = [desk.issueKey(), desk.issueKey()];
  pass(10 * MINUTE_MS - 1);
  const session = desk.redeem(first) ?? '';
  pass(1);
  expect(desk.redeem(second)).toBeUndefined();
  pass(30 * 24 * 60 * MINUTE_MS);
  expect(desk.knows(session)).toBe(true);
  expect(createDeskAccess().knows(session)).toBe(false);
});

test('each address of the desk has a key of its own', () => {
  const { desk } = open();
  const { desk: first, inbox, phone } = deskAddresses(desk, 'http://127.0.0.1:4011');
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:4011\/\?key=[\w-]{43}$/);
  expect(inbox).toMatch(/^http:\/\/127\.0\.0\.1:4011\/inbox\?key=[\w-]{43}$/);
  expect(phone).toMatch(/^http:\/\/127\.0\.0\.1:4011\/phone\?key=[\w-]{43}$/);
  const keys = [first, inbox, phone].map((url) => new URL(url).searchParams.get('key') ?? '');
  for (const key of keys) expect(desk.redeem(key)).toBeDefined();
});
