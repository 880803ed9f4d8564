import { expect, test } from 'vitest';
import { Printer } from '../../../../src/cli/terminal/printer.ts';
import type { ListenWishes } from '../../../../src/cli/webhook/listen/listen-ended.ts';
import { cannotListen, listenEnded } from '../../../../src/cli/webhook/listen/listen-ended.ts';

type Summary = Parameters<typeof listenEnded>[1];
type Flags = ListenWishes['flags'];

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
  flags: {},
  childCode: undefined,
  hasChild: false,
  isReaderGone: false,
};
const CHILD = { hasChild: true, childCode: 0 };
const UNTIL = { until: { event: 'document.completed', document: undefined } };
const STRICT = { strict: true };
const FORWARDED = { 'forward-to': new URL('http://127.0.0.1:3000/') };

const asked = (flags: Flags) => ({ flags });

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
  ['a timeout without a condition', {}, {}, 0],
  ['a timeout before enough arrived', {}, asked({ 'exit-after': 2 }), 8],
  ['a timeout before the event arrived', {}, asked(UNTIL), 8],
  ['enough', { ended: 'enough' }, asked({ 'exit-after': 1 }), 0],
  ['bad signatures without --strict', { rejected: 1 }, {}, 0],
  ['bad signatures under --strict', { ended: 'enough', rejected: 1 }, asked(STRICT), 10],
  ['bad signatures, and a timeout', { rejected: 1 }, asked({ ...STRICT, ...UNTIL }), 10],
  ['a signal', { ended: 'stopped', rejected: 1 }, asked(STRICT), 130],
  ['deliveries that were not saved', { ended: 'enough', unsaved: 1 }, {}, 1],
  ['responses other than 2xx, without a command', { unanswered: [UNANSWERED] }, {}, 0],
  [
    'an event that the application did not accept',
    { ended: 'enough', unanswered: [UNANSWERED] },
    asked({ ...FORWARDED, ...UNTIL }),
    9,
  ],
  [
    'enough, not all accepted by the application',
    { ended: 'enough', unanswered: [UNANSWERED] },
    asked({ ...FORWARDED, 'exit-after': 1 }),
    9,
  ],
  ['a timeout while forwarding', { unanswered: [UNANSWERED] }, asked(FORWARDED), 0],
  ['a command that passed', { ended: 'done' }, CHILD, 0],
  ['a command that failed', { ended: 'done', rejected: 1 }, { ...CHILD, childCode: 3 }, 3],
  ['a command, and a bad signature', { ended: 'done', rejected: 1 }, CHILD, 10],
  [
    'a command, and responses other than 2xx',
    { ended: 'done', unanswered: [UNANSWERED] },
    CHILD,
    9,
  ],
  ['a command, both', { ended: 'done', rejected: 1, unanswered: [UNANSWERED] }, CHILD, 10],
  ['a command that timed out', {}, { ...CHILD, childCode: 143 }, 8],
  ['a reader that went away', { ended: 'stopped' }, { isReaderGone: true }, 0],
])('the exit code after %s', (_, said, wishes, code) => {
  expect(codeOf(said, wishes)).toBe(code);
});

test.each<[wishes: Partial<ListenWishes>, words: string]>([
  [asked({ 'exit-after': 1 }), '1 good delivery; 0 good deliveries arrived'],
  [asked({ 'exit-after': 2 }), '2 good deliveries; 0 good deliveries arrived'],
  [asked(UNTIL), 'document.completed; 0 good deliveries arrived'],
  [CHILD, 'the end of the command; 0 good deliveries arrived'],
])('the message when time runs out: %j', (wishes, words) => {
  const out = new Printer({ isJson: false, color: false });
  out.note = () => undefined;
  const ending = () => listenEnded(out, summary({ accepted: 0 }), { ...NOTHING, ...wishes });
  expect(ending).toThrow(`time ran out while waiting for ${words}`);
});

test.each([
  ['EADDRINUSE', 'port_in_use', '--port 0'],
  ['EACCES', 'cannot_listen', '--port 0'],
  ['EADDRNOTAVAIL', 'cannot_listen', '--host'],
  ['ENOTFOUND', 'cannot_listen', '--host'],
])('after %s the flag to change is named', (code, ours, flag) => {
  const error = Object.assign(new Error(code), { code, syscall: 'listen' });
  const explained = cannotListen(error, { host: '192.0.2.1', port: 4020 });
  expect(explained).toMatchObject({ exitCode: 2, code: ours, next: expect.stringContaining(flag) });
});

test.each([
  ['no error of the network', new Error('no port')],
  ['an error of a file', Object.assign(new Error(), { code: 'EACCES', syscall: 'open' })],
  ['a code without an explanation', Object.assign(new Error(), { code: 'X', syscall: 'listen' })],
  ['no error at all', 'EACCES'],
])('%s is not explained as one of listening', (_, error) => {
  expect(cannotListen(error, { host: '127.0.0.1', port: 4020 })).toBe(error);
});

test('after a bad signature a hint says how to diagnose it', () => {
  const out = new Printer({ isJson: false, color: false });
  const hints: string[] = [];
  out.note = () => undefined;
  out.next = (text) => void hints.push(text);
  for (const flags of [{}, { save: 'deliveries' }])
    listenEnded(out, summary({ rejected: 1 }), { ...NOTHING, flags });
  expect(hints).toEqual([expect.stringContaining('--save DIR')]);
});

test('prints the counts, rare ones only if not zero, and what was not answered 2xx', () => {
  const out = new Printer({ isJson: false, color: false });
  const notes: string[] = [];
  out.note = (text) => void notes.push(text);
  const odd = { ...UNANSWERED, number: 4, event: '\u001b[2J', documentId: null, status: 504 };
  const said = { ended: 'done', ignored: 2, late: 1, unanswered: [UNANSWERED, odd] } as const;
  expect(() => listenEnded(out, summary(said), { ...NOTHING, ...CHILD })).toThrow('2 deliveries');
  expect(notes).toEqual([
    'deliveries: 1 good, 0 not verified, 0 repeated, 1 late, 2 ignored, slowest response 5 ms',
    'not answered 2xx: #3 signer.signed 5f0c1d5e → 500',
    'not answered 2xx: #4 → 504',
  ]);
});
