import { harmlessJson } from '../terminal/harmless.ts';
import type { Paint } from '../terminal/paint.ts';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';

/** Colours a value, or a name if a colon follows. */
function painted(token: string, next: string | undefined, paint: Paint): string {
  if (token.startsWith('"')) return next === ':' ? paint.blue(token) : paint.green(token);
  return /^[-\d]/.test(token) ? paint.cyan(token) : paint.yellow(token);
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** Indented and coloured, controls escaped. Works on the text: numbers and names stay as sent. */
export function shownJson(json: string, paint: Paint): string {
  const tokens = harmlessJson(json).match(TOKENS) ?? [];
  let depth = 0;
  const line = (step: number) => {
    depth += step;
    return `\n${STEP.repeat(depth)}`;
  };
  const isEmpty = (at: number) => isOpening(tokens[at]) && isClosing(tokens[at + 1]);
  const bracket = (token: string, at: number): string => {
    if (isEmpty(at) || isEmpty(at - 1)) return token;
    return isOpening(token) ? `${token}${line(1)}` : `${line(-1)}${token}`;
  };
  const write = (token: string, at: number): string => {
    if (token === ':') return ': ';
    if (token === ',') return `,${line(0)}`;
    const isBracket = isOpening(token) || isClosing(token);
    return isBracket ? bracket(token, at) : painted(token, tokens[at + 1], paint);
  };
  return tokens.map(write).join('');
}
