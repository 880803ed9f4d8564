import type { ChalkInstance } from 'chalk';
import { Chalk } from 'chalk';

/** How a command's output is to look. */
export interface PrinterOptions {
  readonly isJson: boolean;
  /** Whether colours were asked for or forbidden; undefined leaves it to each stream being a terminal. */
  readonly color: boolean | undefined;
}

/**
 * The two streams of a command: the result and nothing else on stdout, everything that is said beside it on stderr. With
 * `--json` text results and notes are dropped and warnings become JSON lines.
 */
export class Printer {
  readonly isJson: boolean;
  /** Colours for stdout. */
  readonly paint: ChalkInstance;
  /** Colours for stderr. */
  readonly paintNote: ChalkInstance;

  constructor(options: PrinterOptions) {
    this.isJson = options.isJson;
    const level = (stream: NodeJS.WriteStream) => {
      const isOn = options.color ?? stream.isTTY === true;
      return isOn && !options.isJson ? 1 : 0;
    };
    this.paint = new Chalk({ level: level(process.stdout) });
    this.paintNote = new Chalk({ level: level(process.stderr) });
  }

  /** Columns of the terminal that stdout is; undefined when it is none, or tells none. */
  get columns(): number | undefined {
    return (process.stdout.isTTY && process.stdout.columns) || undefined;
  }

  /** A line of the result, for people. */
  result(text: string): void {
    if (!this.isJson) process.stdout.write(`${text}\n`);
  }

  /** The result as one JSON document. */
  document(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** One object of a stream, on a line of its own. */
  line(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** A hint or progress, for people. */
  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${text}\n`);
  }

  /** The command to type next. */
  next(command: string): void {
    this.note(`${this.paintNote.dim('next:')} ${command}`);
  }

  /** Something to know that does not stop the command; a JSON line on stderr with `--json`. */
  warn(text: string): void {
    const line = this.isJson
      ? JSON.stringify({ warning: { message: text } })
      : `${this.paintNote.yellow('warning:')} ${text}`;
    process.stderr.write(`${line}\n`);
  }
}
