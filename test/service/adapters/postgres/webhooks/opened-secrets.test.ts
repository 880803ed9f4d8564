import { expect, test, vi } from 'vitest';
import { openedSecrets } from '../../../../../src/service/adapters/postgres/webhooks/opened-secrets.ts';
import { secretSeal } from '../../../../../src/service/adapters/postgres/webhooks/secret-seal.ts';

/** A seal, how often it opened, and what opens with it. */
function watched(most?: number) {
  const seal = secretSeal(Buffer.alloc(32, 7));
  const open = vi.spyOn(seal, 'open');
  return { seal, open, read: openedSecrets(seal, most) };
}

test('what stays as it is sealed is opened once', () => {
  const { seal, open, read } = watched();
  const sealed = seal.seal('whsec_one', 'we_1');
  expect([read(sealed, 'we_1'), read(Buffer.from(sealed), 'we_1')]).toEqual([
    'whsec_one',
    'whsec_one',
  ]);
  expect(open).toHaveBeenCalledOnce();
});

test('another secret of the same owner is opened', () => {
  const { seal, read } = watched();
  expect(read(seal.seal('whsec_one', 'we_1'), 'we_1')).toBe('whsec_one');
  expect(read(seal.seal('whsec_two', 'we_1'), 'we_1')).toBe('whsec_two');
});

test('what was sealed for one owner is not opened for another', () => {
  const { seal, read } = watched();
  const sealed = seal.seal('whsec_one', 'we_1');
  expect(read(sealed, 'we_1')).toBe('whsec_one');
  expect(() => read(sealed, 'we_2')).toThrow('we_2');
});

test('no more than so many are kept', () => {
  const { seal, open, read } = watched(2);
  const sealed = ['we_1', 'we_2', 'we_3'].map((owner) => seal.seal(owner, owner));
  for (const turn of [0, 1, 2, 2, 0]) read(sealed[turn] ?? Buffer.alloc(0), `we_${turn + 1}`);
  expect(open).toHaveBeenCalledTimes(4);
});
