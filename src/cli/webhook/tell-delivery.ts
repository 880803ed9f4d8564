import type { Printer } from '../terminal/printer.ts';

/** A delivery in the forms that it can be told in; only the one that is wanted is made. */
export interface ToldDelivery {
  readonly json: () => unknown;
  readonly lines: () => readonly string[];
  readonly tone: 'good' | 'doubtful' | 'bad';
}

/** Where deliveries are told: on stdout, or on stderr while stdout belongs to a command that runs beside. */
export interface Teller {
  readonly out: Printer;
  readonly isStdoutTaken: boolean;
}

function say({ out, isStdoutTaken }: Teller, text: string): void {
  if (isStdoutTaken) out.note(text);
  else out.result(text);
}

function painted(
  { out, isStdoutTaken }: Teller,
  [first = '', ...rest]: readonly string[],
  tone: ToldDelivery['tone'],
): string {
  const paint = isStdoutTaken ? out.paintNote : out.paint;
  const colours = { good: first, doubtful: paint.yellow(first), bad: paint.red(first) };
  return [colours[tone], ...rest].join('\n');
}

/** Tells of a delivery: a JSON line, or lines for a person, of which the first is coloured by how it went. */
export function tellDelivery(teller: Teller, { json, lines, tone }: ToldDelivery): void {
  if (teller.out.isJson) teller.out.line(json());
  else say(teller, painted(teller, lines(), tone));
}

/** Tells a person that a delivery came, before it is answered. */
export function tellArrival(teller: Teller, line: () => string | undefined): void {
  const text = teller.out.isJson ? undefined : line();
  if (text !== undefined) say(teller, text);
}

/** Tells of a request that was no delivery. */
export function tellRefusal({ out }: Teller, line: string, refused: object): void {
  if (out.isJson) out.line({ type: 'refused', ...refused });
  else out.note(line);
}
