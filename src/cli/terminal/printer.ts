import { harmlessJson, harmlessLines } from './harmless.ts';
import type { Paint } from './paint.ts';
import { paintOf } from './paint.ts';
import { localTime, relativeTime } from './times.ts';

export interface PrinterOptions {
  readonly isJson: boolean;
  /** Forces colours on or off; by default each terminal has colours. */
  readonly color: boolean | undefined;
}

/**
 * The output of a command: only the result on stdout, everything else on stderr. With `--json`, text is dropped and
 * warnings become JSON lines.
 */
export class Printer {
  readonly isJson: boolean;
  /** Picks what `document` prints. */
  query: { pick(result: unknown): unknown } | undefined;
  /** Colours for stdout. */
  readonly paint: Paint;
  /** Colours for stderr. */
  readonly paintNote: Paint;

  constructor(options: PrinterOptions) {
    this.isJson = options.isJson;
    const paint = (stream: NodeJS.WriteStream) =>
      paintOf((options.color ?? stream.isTTY === true) && !options.isJson);
    this.paint = paint(process.stdout);
    this.paintNote = paint(process.stderr);
  }

  /** The width of stdout if it is a terminal. */
  get columns(): number | undefined {
    return (process.stdout.isTTY && process.stdout.columns) || undefined;
  }

  /** Prints a line of the result. */
  result(text: string): void {
    if (!this.isJson) process.stdout.write(`${text}\n`);
  }

  /** A time of the API: from now for a terminal, otherwise in the local zone. */
  time(iso: string | null): string {
    return this.columns === undefined ? localTime(iso) : relativeTime(iso);
  }

  /** Prints text of several lines as it is, but to a terminal without its control characters. */
  text(text: string): void {
    const isShown = process.stdout.isTTY === true;
    process.stdout.write(isShown ? harmlessLines(text.replaceAll('\r\n', '\n')) : text);
  }

  /** Prints the result as a JSON document, or what the query picks: a text bare. */
  document(value: unknown): void {
    const picked = this.query ? this.query.pick(value) : value;
    if (this.query && typeof picked === 'string') this.text(`${picked}\n`);
    else process.stdout.write(`${harmlessJson(JSON.stringify(picked ?? null, null, 2))}\n`);
  }

  /** Prints one JSON line. */
  line(value: unknown): void {
    process.stdout.write(`${harmlessJson(JSON.stringify(value))}\n`);
  }

  /** Prints a hint or progress on stderr. */
  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${text}\n`);
  }

  /** Prints the next command on stderr. */
  next(command: string): void {
    this.note(`${this.paintNote.dim('next:')} ${command}`);
  }

  /** Prints a warning on stderr, with `--json` as a JSON line. */
  warn(text: string): void {
    const line = this.isJson
      ? harmlessJson(JSON.stringify({ warning: { message: text } }))
      : `${this.paintNote.yellow('warning:')} ${text}`;
    process.stderr.write(`${line}\n`);
  }
}
