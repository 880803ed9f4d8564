import { expect, test } from 'vitest';
import type { Breaker } from '../../../../src/service/core/signing/breaker.rules.ts';
import {
  afterFailure,
  closedBreaker,
  stateOf,
  whileProbed,
} from '../../../../src/service/core/signing/breaker.rules.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);

const failedAt = (...seconds: readonly number[]): Breaker =>
  seconds.reduce((breaker, one) => afterFailure(breaker, at(one)), closedBreaker('one'));

test.each([
  ['no failure', [], 0, 'closed'],
  ['four failures at once', [0, 0, 0, 0], 0, 'closed'],
  ['five failures at once', [0, 0, 0, 0, 0], 0, 'open'],
  ['five failures within two minutes', [0, 30, 60, 90, 119], 120, 'open'],
  ['five failures in two minutes and a second', [0, 30, 60, 90, 121], 122, 'closed'],
  ['a fifth failure that makes five of the last', [0, 100, 110, 130, 140, 150], 151, 'open'],
  ['one second before a minute is over', [0, 0, 0, 0, 0], 59, 'open'],
  ['a minute later', [0, 0, 0, 0, 0], 60, 'half-open'],
  ['a day later', [0, 0, 0, 0, 0], 86_400, 'half-open'],
  ['a failure while it is open', [0, 0, 0, 0, 0, 30], 89, 'open'],
  ['a minute after that', [0, 0, 0, 0, 0, 30], 90, 'half-open'],
  ['a probe that fails', [0, 0, 0, 0, 0, 200], 259, 'open'],
] as const)('%s: the breaker is then as it has to be', (_, failures, seconds, state) => {
  expect(stateOf(failedAt(...failures), at(seconds))).toBe(state);
});

test('while one probes, the others stay away for a minute', () => {
  const probed = whileProbed(failedAt(0, 0, 0, 0, 0), at(60));
  expect(stateOf(probed, at(119))).toBe('open');
  expect(stateOf(probed, at(120))).toBe('half-open');
});

test('a breaker that opened needs five new failures to open again once it was closed', () => {
  const again = [300, 300, 300, 300].reduce(
    (breaker, one) => afterFailure(breaker, at(one)),
    closedBreaker('one'),
  );
  expect(stateOf(again, at(300))).toBe('closed');
  expect(stateOf(afterFailure(again, at(300)), at(300))).toBe('open');
});
