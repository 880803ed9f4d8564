import { LINE_END_HYPHEN } from './find-words.ts';

const LINE_FEED = 10;
const SHOWN = 70;
const BEFORE = 25;

/** Lines are numbered from 1. */
export interface TextLines {
  readonly lineOf: (index: number) => number;
  readonly around: (index: number) => string;
}

const isBreak = (code: number): boolean => code === LINE_FEED || code === LINE_END_HYPHEN;

function textOf(codes: Uint32Array, from: number, to: number): string {
  const characters = [...codes.subarray(from, to)].map((code) => {
    if (code === LINE_END_HYPHEN) return '-';
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
  return characters.join('').replace(/\s+/g, ' ').trim();
}

/** Splits text into lines where PDFium saw their ends. */
export function textLines(codes: Uint32Array): TextLines {
  const starts = [0];
  for (const [index, code] of codes.entries()) if (isBreak(code)) starts.push(index + 1);
  const lineOf = (index: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const around = (index: number): string => {
    const line = lineOf(index);
    const [start, end] = [starts[line - 1] ?? 0, starts[line] ?? codes.length];
    const isLong = end - start > SHOWN;
    const from = isLong ? Math.max(start, Math.min(index - BEFORE, end - SHOWN)) : start;
    const to = isLong ? Math.min(end, from + SHOWN) : end;
    return `${from > start ? '…' : ''}${textOf(codes, from, to)}${to < end ? '…' : ''}`;
  };
  return { lineOf, around };
}
