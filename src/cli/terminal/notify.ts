import type { Environment } from '../profiles/profile.ts';

export interface TerminalKind {
  readonly term: string;
  readonly program: string;
}

const BELL = '\u0007';
const END = '\u001b\\';

function sequence(text: string, { term, program }: TerminalKind): string {
  if (/^xterm-kitty/.test(term)) return `\u001b]99;;${text}${END}`;
  if (program === 'iTerm.app') return `\u001b]9;${text}${BELL}`;
  const has777 = /^(foot|rxvt)/.test(term) || /^(WezTerm|ghostty)$/i.test(program);
  return has777 ? `\u001b]777;notify;esign;${text}${END}` : '';
}

/** A notification, where the terminal is known to support it, and the bell. Never has a name. */
export function notification(text: string, terminal: TerminalKind): string {
  return `${sequence(text, terminal)}${BELL}`;
}

/** Only if stderr is a terminal, and not in CI. */
export function notifyPerson(text: string, { isCi, terminal }: Environment): void {
  if (process.stderr.isTTY && !isCi) process.stderr.write(notification(text, terminal));
}
