import { expect, test } from 'vitest';
import { EndOfTurn } from '../../../src/webhook-tools/listen/end-of-turn.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('steps are done in their order, and none before the turn ends', async () => {
  const turn = new EndOfTurn();
  const done: number[] = [];
  for (const step of [1, 2, 3]) turn.add(() => done.push(step));
  await Promise.resolve();
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
});

test('what a step adds is done in the next turn', async () => {
  const turn = new EndOfTurn();
  const done: string[] = [];
  turn.add(() => {
    done.push('first');
    turn.add(() => done.push('added'));
  });
  turn.add(() => done.push('second'));
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
  await nextTurn();
  expect(done).toEqual(['first', 'second', 'added']);
});
