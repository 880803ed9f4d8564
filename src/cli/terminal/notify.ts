import type { Environment } from '../profiles/profile.ts';

/** The terminal that a person sits at, as the environment tells. */
export interface TerminalKind {
  readonly term: string;
  readonly program: string;
}

const BELL = '\u0007';
const END = '\u001b\\';

/** The sequence that shows a notification, where the terminal has one. */
function sequence(text: string, { term, program }: TerminalKind): string {
  if (/^xterm-kitty/.test(term)) return `\u001b]99;;${text}${END}`;
  if (program === 'iTerm.app') return `\u001b]9;${text}${BELL}`;
  const has777 = /^(foot|rxvt)/.test(term) || /^(WezTerm|ghostty)$/i.test(program);
  return has777 ? `\u001b]777;notify;esign;${text}${END}` : '';
}

/**
 * The bytes that notify a person at a terminal that something ended: a notification where the terminal is known to have
 * them, and the bell. The text is our own, never a name.
 */
export function notification(text: string, terminal: TerminalKind): string {
  return `${sequence(text, terminal)}${BELL}`;
}

/** Notifies on stderr if that is a terminal, and not in CI. */
export function notifyPerson(text: string, { isCi, terminal }: Environment): void {
  if (process.stderr.isTTY && !isCi) process.stderr.write(notification(text, terminal));
}
