import { expect, test } from 'vitest';
import { Printer } from '../../../src/cli/terminal/printer.ts';
import type { ListenWishes } from '../../../src/cli/webhook/listen-ended.ts';
import { listenEnded } from '../../../src/cli/webhook/listen-ended.ts';

type Summary = Parameters<typeof listenEnded>[1];

const UNANSWERED = { number: 3, event: 'signer.signed', documentId: '5f0c1d5e-0f64', status: 500 };

const summary = (changes: Partial<Summary> = {}): Summary => ({
  ended: 'timeout',
  accepted: 1,
  rejected: 0,
  duplicates: 0,
  ignored: 0,
  refused: 0,
  late: 0,
  unsaved: 0,
  slowestMs: 5,
  unanswered: [],
  ...changes,
});

const NOTHING: ListenWishes = {
  exitAfter: undefined,
  until: undefined,
  isStrict: false,
  isSaved: false,
  childCode: undefined,
  hasChild: false,
  isReaderGone: false,
};
const CHILD = { hasChild: true, childCode: 0 };
const UNTIL = { until: { event: 'document.completed', document: undefined } };

function codeOf(said: Partial<Summary>, wishes: Partial<ListenWishes>): number {
  const out = new Printer({ isJson: false, color: false });
  out.note = () => undefined;
  try {
    listenEnded(out, summary(said), { ...NOTHING, ...wishes });
    return 0;
  } catch (error) {
    const { exitCode, oclif } = error as { exitCode?: number; oclif?: { exit: number } };
    return exitCode ?? oclif?.exit ?? -1;
  }
}

test.each<[what: string, said: Partial<Summary>, wishes: Partial<ListenWishes>, code: number]>([
  ['time that runs out with nothing waited for', {}, {}, 0],
  ['time that runs out before enough came', {}, { exitAfter: 2 }, 8],
  ['time that runs out before the event came', {}, UNTIL, 8],
  ['enough', { ended: 'enough' }, { exitAfter: 1 }, 0],
  ['bad signatures that nobody minds', { rejected: 1 }, {}, 0],
  ['bad signatures under --strict', { ended: 'enough', rejected: 1 }, { isStrict: true }, 10],
  ['bad signatures, and time', { rejected: 1 }, { isStrict: true, ...UNTIL }, 10],
  ['a signal', { ended: 'stopped', rejected: 1 }, { isStrict: true }, 130],
  ['deliveries that were not kept', { ended: 'enough', unsaved: 1 }, {}, 1],
  ['answers that were no 2xx, without a command', { unanswered: [UNANSWERED] }, {}, 0],
  ['a command that passed', { ended: 'done' }, CHILD, 0],
  ['a command that failed', { ended: 'done', rejected: 1 }, { ...CHILD, childCode: 3 }, 3],
  ['a command, and a bad signature', { ended: 'done', rejected: 1 }, CHILD, 10],
  [
    'a command, and answers that were no 2xx',
    { ended: 'done', unanswered: [UNANSWERED] },
    CHILD,
    9,
  ],
  ['a command, both', { ended: 'done', rejected: 1, unanswered: [UNANSWERED] }, CHILD, 10],
  ['a command that time ended', {}, { ...CHILD, childCode: 143 }, 8],
  ['a reader that went away', { ended: 'stopped' }, { isReaderGone: true }, 0],
])('%s: the exit code says it', (_, said, wishes, code) => {
  expect(codeOf(said, wishes)).toBe(code);
});

test('where a signature was bad, the way to find out why is told', () => {
  const out = new Printer({ isJson: false, color: false });
  const hints: string[] = [];
  out.note = () => undefined;
  out.next = (text) => void hints.push(text);
  for (const isSaved of [false, true])
    listenEnded(out, summary({ rejected: 1 }), { ...NOTHING, isSaved });
  expect(hints).toEqual([expect.stringContaining('--save DIR')]);
});

test('the counts are told, the rare ones where there are any, and what was not answered 2xx', () => {
  const out = new Printer({ isJson: false, color: false });
  const notes: string[] = [];
  out.note = (text) => void notes.push(text);
  const odd = { ...UNANSWERED, number: 4, event: '\u001b[2J', documentId: null, status: 504 };
  const said = { ended: 'done', ignored: 2, late: 1, unanswered: [UNANSWERED, odd] } as const;
  expect(() => listenEnded(out, summary(said), { ...NOTHING, ...CHILD })).toThrow('2 deliveries');
  expect(notes).toEqual([
    'deliveries: 1 good, 0 with a bad signature, 0 repeated, 1 late, 2 left aside, slowest answer 5 ms',
    'not answered 2xx: #3 signer.signed 5f0c1d5e → 500',
    'not answered 2xx: #4 → 504',
  ]);
});
