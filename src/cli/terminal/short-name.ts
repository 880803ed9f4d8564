import type { Printer } from './printer.ts';

const SHORT = 13;

/** An id as a table shows it: at a terminal so much of its beginning as commands take for the whole; whole elsewhere. */
export function shortName(printer: Printer, id: string): string {
  return printer.columns === undefined ? id : id.slice(0, SHORT);
}
