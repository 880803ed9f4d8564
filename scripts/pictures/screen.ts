import type { IBufferCell, IBufferLine } from '@xterm/headless';
import xterm from '@xterm/headless';

/** A stretch of one line in one style. */
export interface Run {
  /** The column that it begins in, from 0. */
  readonly column: number;
  readonly text: string;
  /** Columns that it takes; wide characters take two. */
  readonly columns: number;
  readonly style: Style;
}

/** `colour` is one of the 16 colours of terminals, undefined the default. */
export interface Style {
  readonly colour: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** A terminal's screen with everything that scrolled off it. */
export interface Screen {
  write(bytes: Uint8Array): void;
  /** Its lines as text, up to the last that is not blank; a line that goes on below the right edge is one. */
  text(): Promise<string[]>;
  /** The same in stretches of one style, each line with its blanks up to the right edge. */
  runs(): Promise<Run[][]>;
}

const SCROLLED_LINES = 5000;

/** A screen of this size; `answer` gets what the terminal itself replies to a program that asks. */
export function openScreen(
  size: { readonly columns: number; readonly rows: number },
  answer: (text: string) => void,
): Screen {
  const terminal = new xterm.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: SCROLLED_LINES,
    allowProposedApi: true,
  });
  terminal.onData(answer);
  const settled = () => new Promise<void>((done) => terminal.write('', done));
  const lines = async (): Promise<IBufferLine[]> => {
    await settled();
    const { active } = terminal.buffer;
    const all = Array.from({ length: active.length }, (_, row) => active.getLine(row));
    const found = all.filter((line) => line !== undefined);
    while (found.at(-1)?.translateToString(true) === '') found.pop();
    return found;
  };
  return {
    write: (bytes) => terminal.write(bytes),
    async text() {
      const found = await lines();
      const whole: string[] = [];
      for (const [row, line] of found.entries()) {
        const text = line.translateToString(!found[row + 1]?.isWrapped);
        if (line.isWrapped) whole.push(`${whole.pop() ?? ''}${text}`);
        else whole.push(text);
      }
      return whole;
    },
    runs: async () => (await lines()).map(runsOf),
  };
}

function styleOf(cell: IBufferCell): Style {
  return {
    colour: cell.isFgPalette() ? cell.getFgColor() : undefined,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

const isSame = (one: Style, other: Style): boolean =>
  one.colour === other.colour &&
  one.bold === other.bold &&
  one.dim === other.dim &&
  one.italic === other.italic &&
  one.underline === other.underline;

function runsOf(line: IBufferLine): Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const [style, last] = [styleOf(cell), runs.at(-1)];
    const text = cell.getChars() || ' ';
    if (last && isSame(last.style, style))
      runs.splice(-1, 1, {
        ...last,
        text: last.text + text,
        columns: last.columns + cell.getWidth(),
      });
    else runs.push({ column, text, columns: cell.getWidth(), style });
  }
  return runs;
}
