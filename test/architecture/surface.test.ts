import { expect, test } from 'vitest';
import * as sdk from '../../src/client/index.ts';
import { sharedFixture } from '../support/client/shared-fixture.ts';

interface Surface {
  /** Names of the Node SDK, and those of the same thing in Python. */
  readonly both: Record<string, string>;
  /** What only one of them has, and why. */
  readonly node: Record<string, string>;
  readonly python: Record<string, string>;
}

test('every export of the SDK has its counterpart in Python, or a reason for none', () => {
  const { both, node } = sharedFixture<Surface>('surface');
  expect(Object.keys(sdk).sort()).toEqual([...Object.keys(both), ...Object.keys(node)].sort());
});
