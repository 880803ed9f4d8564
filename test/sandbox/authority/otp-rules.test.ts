import { expect, test } from 'vitest';
import { firstOtp, resendIn, resendOtp, tryOtp } from '../../../src/sandbox/authority/otp-rules.ts';

const START = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const sent = firstOtp('123456', START);

test('the right code is taken', () => {
  expect(tryOtp(sent, '123456', after(1)).outcome).toBe('right');
});

test('after three wrong codes even the right one is refused', () => {
  const first = tryOtp(sent, '000000', after(1));
  const second = tryOtp(first.state, '12345', after(2));
  const third = tryOtp(second.state, '', after(3));
  expect([first.outcome, second.outcome, third.outcome]).toEqual(['wrong', 'wrong', 'used-up']);
  expect(tryOtp(third.state, '123456', after(4)).outcome).toBe('used-up');
});

test.each([
  [599, 'right'],
  [600, 'too-old'],
  [3600, 'too-old'],
] as const)('after %d seconds the right code is %s', (seconds, outcome) => {
  expect(tryOtp(sent, '123456', after(seconds)).outcome).toBe(outcome);
});

test('an expired code does not count as a try', () => {
  expect(tryOtp(sent, '000000', after(600)).state.wrongTries).toBe(0);
});

test('another code can be sent after 30 seconds, not before', () => {
  expect(resendIn(sent, after(29))).toBe(1000);
  expect(resendOtp(sent, '654321', after(29))).toEqual({ ok: false, problem: 'too-soon' });
  const again = resendOtp(sent, '654321', after(30));
  expect(again).toMatchObject({ ok: true, state: { code: '654321', sends: 2 } });
});

test('a new code replaces the old one', () => {
  const again = resendOtp(sent, '654321', after(30));
  if (!again.ok) expect.unreachable();
  expect(tryOtp(again.state, '123456', after(31)).outcome).toBe('wrong');
  expect(tryOtp(again.state, '654321', after(31)).outcome).toBe('right');
});

test('a fourth code is never sent', () => {
  const state = { ...sent, sends: 3 };
  expect(resendIn(state, after(3600))).toBeNull();
  expect(resendOtp(state, '654321', after(3600))).toEqual({ ok: false, problem: 'no-more-otps' });
});

test('another code does not reset the tries', () => {
  const twice = { ...sent, wrongTries: 2 };
  const again = resendOtp(twice, '654321', after(30));
  if (!again.ok) expect.unreachable();
  expect(tryOtp(again.state, '000000', after(31)).outcome).toBe('used-up');
});
