import { expect, test } from 'vitest';
import { notification } from '../../../src/cli/terminal/notify.ts';

const TERMINALS = [
  ['xterm-kitty', '', '\u001b]99;;2 of 2 documents completed\u001b\\\u0007'],
  ['xterm-256color', 'iTerm.app', '\u001b]9;2 of 2 documents completed\u0007\u0007'],
  ['xterm-256color', 'WezTerm', '\u001b]777;notify;esign;2 of 2 documents completed\u001b\\\u0007'],
  ['foot', '', '\u001b]777;notify;esign;2 of 2 documents completed\u001b\\\u0007'],
  ['xterm-256color', 'Apple_Terminal', '\u0007'],
  ['', '', '\u0007'],
] as const;

test.each(TERMINALS)(
  'a terminal of TERM=%s and program "%s" is notified',
  (term, program, bytes) => {
    expect(notification('2 of 2 documents completed', { term, program })).toBe(bytes);
  },
);
