import { expect, test } from 'vitest';
import { keyEvents } from '../../../src/pdf/certificate/events-section.ts';
import { auditTrail, trailOf } from '../../support/pdf/an-evidence.ts';

const typesOf = (rows: ReturnType<typeof keyEvents>) => rows.map(({ type }) => type);

test('of one signer, the key events are shown in order, and no others', () => {
  expect(typesOf(keyEvents(trailOf(1)))).toEqual([
    'document.created',
    'document.sent',
    'link.opened',
    'document.viewed',
    'consent.given',
    'otp.verified',
    'signer.signed',
    'document.completed',
  ]);
});

test('every signer has their own events', () => {
  expect(keyEvents(trailOf(6))).toHaveLength(3 + 6 * 5);
});

test('a long trail shows no more events, the first look and the last consent of each signer', () => {
  const trail = auditTrail(800, 0, 2);
  const shown = keyEvents(trail);
  expect(shown).toHaveLength(3 + 2 * 5);
  const views = trail.filter(({ type }) => type === 'document.viewed');
  const consents = trail.filter(({ type }) => type === 'consent.given');
  const seqs = shown.map(({ seq }) => seq);
  expect(seqs).toEqual(expect.arrayContaining([views[0]?.seq, views[1]?.seq]));
  expect(seqs).toEqual(expect.arrayContaining([consents.at(-1)?.seq, consents.at(-2)?.seq]));
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
});

test('refusals and withdrawals are shown', () => {
  const [first] = trailOf(1);
  const rows = ['signer.declined', 'document.withdrawn'].map((type, index) => ({
    ...first!,
    seq: index + 1,
    type,
  }));
  expect(keyEvents(rows)).toHaveLength(2);
});
