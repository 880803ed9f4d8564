import { harmlessJson, harmlessLines } from './harmless.ts';
import type { Paint } from './paint.ts';
import { paintOf } from './paint.ts';
import { localTime, relativeTime } from './times.ts';
import { wrapWords } from './wrap-words.ts';

const ID = /\b([0-9a-f]{8}-[0-9a-f]{4})(-[0-9a-f]{4}){2}-[0-9a-f]{12}\b/g;

export interface PrinterOptions {
  readonly isJson: boolean;
  /** Forces colours on or off; by default only terminals get colours. */
  readonly color: boolean | undefined;
}

/** Only the result goes to stdout. With `--json`, text is dropped, and warnings are JSON lines. */
export class Printer {
  readonly isJson: boolean;
  query: { pick(result: unknown): unknown } | undefined;
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

  result(text: string): void {
    if (!this.isJson) process.stdout.write(`${text}\n`);
  }

  /** Prints a result that is text for people to read. */
  prose(text: string): void {
    this.result(wrapWords(text, process.stdout));
  }

  /** Relative on a terminal, otherwise in the local zone. */
  time(iso: string | null): string {
    return this.columns === undefined ? localTime(iso) : relativeTime(iso);
  }

  /** Prints text unchanged, but without control characters to a terminal. */
  text(text: string): void {
    const isShown = process.stdout.isTTY === true;
    process.stdout.write(isShown ? harmlessLines(text.replaceAll('\r\n', '\n')) : text);
  }

  /** Prints JSON, or what the query selects: strings without quotes. */
  document(value: unknown): void {
    const picked = this.query ? this.query.pick(value) : value;
    if (this.query && typeof picked === 'string') this.text(`${picked}\n`);
    else process.stdout.write(`${harmlessJson(JSON.stringify(picked ?? null, null, 2))}\n`);
  }

  line(value: unknown): void {
    process.stdout.write(`${harmlessJson(JSON.stringify(value))}\n`);
  }

  /** Prints a hint or progress on stderr. */
  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${wrapWords(text, process.stderr)}\n`);
  }

  /** Ids are shortened in a window that would break them. */
  next(command: string): void {
    const room = (process.stderr.isTTY && process.stderr.columns) || Number.POSITIVE_INFINITY;
    const isLong = 'next: '.length + command.length > room;
    const shown = isLong ? command.replace(ID, '$1') : command;
    this.note(`${this.paintNote.dim('next:')} ${shown}`);
  }

  /** Prints to stderr, as a JSON line with `--json`. */
  warn(text: string): void {
    const line = this.isJson
      ? harmlessJson(JSON.stringify({ warning: { message: text } }))
      : wrapWords(`${this.paintNote.yellow('warning:')} ${text}`, process.stderr);
    process.stderr.write(`${line}\n`);
  }
}
