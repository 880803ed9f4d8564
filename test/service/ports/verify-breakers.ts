import { expect, test } from 'vitest';
import { afterFailure, closedBreaker } from '../../../src/service/core/signing/breaker.rules.ts';
import { at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyBreakers(given: Given): void {
  const breakerOf = async (gateway: string) =>
    (await given().listBreakers()).find((one) => one.gateway === gateway);

  test('a gateway that never failed is not listed, and each change is made to what was known before', async () => {
    expect(await breakerOf('one')).toBeUndefined();
    await given().changeBreaker('one', (before) => {
      expect(before).toEqual(closedBreaker('one'));
      return afterFailure(before, at());
    });
    const failed = { gateway: 'one', failedAt: [at().getTime()], openUntil: null };
    expect(await breakerOf('one')).toEqual(failed);
    await given().changeBreaker('one', (before) => ({ ...before, openUntil: at(1) }));
    expect(await breakerOf('one')).toEqual({ ...failed, openUntil: at(1) });
    expect(await breakerOf('other')).toBeUndefined();
  });

  test('of failures that are counted at once, none is lost', async () => {
    const count = () => given().changeBreaker('busy', (before) => afterFailure(before, at()));
    await Promise.all([count(), count(), count(), count()]);
    expect((await breakerOf('busy'))?.failedAt).toHaveLength(4);
  });
}
