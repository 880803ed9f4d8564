import type { Printer } from '../../terminal/printer.ts';

/** Only the needed form is created. */
export interface PrintableDelivery {
  readonly json: () => unknown;
  readonly lines: () => readonly string[];
  readonly tone: 'good' | 'doubtful' | 'bad';
}

/** Uses stdout, or stderr while stdout belongs to a command beside the listener. */
export class DeliveryPrinter {
  readonly #out: Printer;
  readonly #isStdoutTaken: boolean;

  constructor(out: Printer, isStdoutTaken: boolean) {
    this.#out = out;
    this.#isStdoutTaken = isStdoutTaken;
  }

  /** Prints a JSON line, or text whose first line is coloured by the outcome. */
  delivery({ json, lines, tone }: PrintableDelivery): void {
    if (this.#out.isJson) {
      this.#out.line(json());
      return;
    }
    const [first = '', ...rest] = lines();
    const paint = this.#isStdoutTaken ? this.#out.paintNote : this.#out.paint;
    const coloured = { good: first, doubtful: paint.yellow(first), bad: paint.red(first) };
    this.#print([coloured[tone], ...rest].join('\n'));
  }

  arrival(line: () => string | undefined): void {
    const text = this.#out.isJson ? undefined : line();
    if (text !== undefined) this.#print(text);
  }

  refusal(line: string, refused: object): void {
    if (this.#out.isJson) this.#out.line({ type: 'refused', ...refused });
    else this.#out.note(line);
  }

  #print(text: string): void {
    if (this.#isStdoutTaken) this.#out.note(text);
    else this.#out.result(text);
  }
}
