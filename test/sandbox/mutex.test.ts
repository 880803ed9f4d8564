import { expect, test } from 'vitest';
import { createMutex } from '../../src/sandbox/saved-state.ts';

test('tasks run one after another, in order', async () => {
  const inTurn = createMutex();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([inTurn(work('a', 20)), inTurn(work('b', 0))])).toEqual(['a', 'b']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failed task rejects and does not block the next', async () => {
  const inTurn = createMutex();
  const failed = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
