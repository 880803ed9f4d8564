import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowEntry } from '../../../../src/cli/bulk/journal/journal-entry.ts';
import { OPERATIONS, PHASES } from '../../../../src/cli/bulk/journal/journal-entry.ts';
import type { Mode, RowState, RowStep } from '../../../../src/cli/bulk/journal/row-state.ts';
import {
  afterEntry,
  isSelected,
  nextStep,
  rowStatus,
} from '../../../../src/cli/bulk/journal/row-state.ts';

const entry = (told: Partial<RowEntry>): RowEntry => ({
  row: 7,
  key: '0'.repeat(64),
  op: 'create',
  phase: 'intent',
  attempt: 1,
  ts: '2026-11-20T12:00:00.000Z',
  ...told,
});

const after = (...told: ReadonlyArray<Partial<RowEntry>>): RowState | undefined =>
  told.reduce<RowState | undefined>((state, one) => afterEntry(state, entry(one)), undefined);

const created = { op: 'create', phase: 'ok', documentId: 'd1' } as const;
const added = { op: 'signers', phase: 'ok' } as const;
const LATER = '2026-11-20T13:00:00.000Z';
const FIRST = '2026-11-20T12:00:00.000Z';

const request = (op: RowEntry['op'], lostAt?: string): RowStep => ({ kind: 'request', op, lostAt });

test.each<[string, Partial<RowEntry>[], Mode, RowStep]>([
  ['nothing yet', [], 'send', request('create')],
  ['created', [created], 'send', request('signers')],
  ['with signers', [created, added], 'send', request('send')],
  ['sent', [created, added, { op: 'send', phase: 'ok' }], 'send', { kind: 'rest' }],
  ['found sent', [created, added, { op: 'send', phase: 'reconciled' }], 'retry', { kind: 'rest' }],
  ['a create without an answer', [{}], 'send', request('create', FIRST)],
  [
    'a send without an answer, twice',
    [created, added, { op: 'send' }, { op: 'send', ts: LATER }],
    'send',
    request('send', FIRST),
  ],
  [
    'an unknown outcome',
    [created, { op: 'signers' }, { op: 'signers', phase: 'unknown', ts: LATER }],
    'retry',
    request('signers', FIRST),
  ],
  [
    'certainly not applied',
    [created, { op: 'signers' }, { op: 'signers', phase: 'held' }],
    'send',
    request('signers'),
  ],
  ['refused', [created, { op: 'signers', phase: 'failed' }], 'send', { kind: 'rest' }],
  ['refused, retried', [created, { op: 'signers', phase: 'failed' }], 'retry', { kind: 'abandon' }],
  ['refused at once, retried', [{ phase: 'failed' }], 'retry', request('create')],
  [
    'given up',
    [created, { op: 'signers', phase: 'failed' }, { op: 'signers', phase: 'abandoned' }],
    'send',
    request('create'),
  ],
])('%s decides the next step', (_, told, mode, step) => {
  expect(nextStep(after(...told), mode)).toEqual(step);
});

test('a row that was given up names the documents that it left behind', () => {
  const state = after(
    { op: 'create' },
    { op: 'create', phase: 'abandoned', candidates: ['d1', 'd2'] },
    { ...created, documentId: 'd3' },
    { op: 'signers', phase: 'failed' },
    { op: 'signers', phase: 'abandoned' },
  );
  expect(state).toMatchObject({ orphans: ['d1', 'd2', 'd3'], mayHaveOrphan: true });
  expect(state?.documentId).toBeUndefined();
});

/** A service that applies requests, and a process that is killed at any instant, walk through the steps of a row. */
interface World {
  state: RowState | undefined;
  readonly documents: Array<{ signers: number; sends: number }>;
}

type Fate =
  | 'answered'
  | 'killed before'
  | 'killed after'
  | 'refused'
  | 'unknown before'
  | 'unknown after';

const isApplied = (fate: Fate): boolean => /answered|after/.test(fate);
const PHASE: Partial<Record<Fate, RowEntry['phase']>> = {
  answered: 'ok',
  refused: 'held',
  'unknown before': 'unknown',
  'unknown after': 'unknown',
};

/** What the service makes of a request; one whose outcome is unknown is looked for first, and found when it was applied. */
function apply(world: World, { op, lostAt }: Extract<RowStep, { kind: 'request' }>): string {
  const { documents } = world;
  if (op === 'create') {
    if (lostAt === undefined || documents.length === 0) documents.push({ signers: 0, sends: 0 });
    return String(documents.length - 1);
  }
  const id = world.state?.documentId ?? '';
  const document = documents[Number(id)]!;
  const isFound = op === 'signers' ? document.signers > 0 : document.sends > 0;
  if (lostAt !== undefined && isFound) return id;
  if (op === 'signers') document.signers += 1;
  else document.sends += 1;
  return id;
}

/** Whether the request that is in doubt was applied: then reading finds it, and no refusal is believed. */
function isThere({ state, documents }: World, op: RowEntry['op']): boolean {
  const document = documents[Number(state?.documentId ?? documents.length - 1)];
  if (op === 'create') return document !== undefined;
  return op === 'signers' ? document?.signers !== 0 : document?.sends !== 0;
}

function live(world: World, met: Fate, mode: Mode): void {
  const step = nextStep(world.state, mode);
  if (step.kind !== 'request') return;
  const { op, lostAt } = step;
  const isFound = met === 'refused' && lostAt !== undefined && isThere(world, op);
  const fate = isFound ? 'answered' : met;
  const note = (told: Partial<RowEntry>) => {
    world.state = afterEntry(world.state, entry({ op, ...told }));
  };
  note({ phase: 'intent' });
  const documentId = isApplied(fate) ? apply(world, step) : world.state?.documentId;
  const phase = PHASE[fate];
  if (phase === undefined) return;
  note({ phase, ...(phase === 'ok' && documentId !== undefined && { documentId }) });
}

const fates = fc.constantFrom<Fate>(
  'answered',
  'killed before',
  'killed after',
  'refused',
  'unknown before',
  'unknown after',
);

test('whatever a row meets, it is sent once, with its signers once, and every run brings it nearer', () => {
  fc.assert(
    fc.property(fc.array(fates), (met) => {
      const world: World = { state: undefined, documents: [] };
      for (const fate of met) {
        if (!isSelected(world.state, 'send')) break;
        live(world, fate, 'send');
      }
      for (const _ of OPERATIONS) live(world, 'answered', 'send');
      expect(rowStatus(world.state)).toBe('sent');
      expect(nextStep(world.state, 'send')).toEqual({ kind: 'rest' });
      expect(nextStep(world.state, 'retry')).toEqual({ kind: 'rest' });
      const sent = world.documents.filter(({ sends }) => sends > 0);
      expect(sent).toEqual([{ signers: 1, sends: 1 }]);
    }),
    { numRuns: 2_000 },
  );
});

test('no entries of any kind make a row be sent that was sent, or leave it without a next step', () => {
  const any = fc.record({ op: fc.constantFrom(...OPERATIONS), phase: fc.constantFrom(...PHASES) });
  fc.assert(
    fc.property(fc.array(any), fc.constantFrom<Mode>('send', 'retry'), (told, mode) => {
      const state = after(...told, { op: 'send', phase: 'ok', documentId: 'd1' });
      expect(nextStep(state, mode)).toEqual({ kind: 'rest' });
      expect(nextStep(after(...told), mode).kind).toMatch(/rest|abandon|request/);
    }),
  );
});
