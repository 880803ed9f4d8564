import type { Ora } from 'ora';

/** The spinner on the screen, which a bar shares. */
let spinning: Ora | undefined;

async function startSpinner(text: string): Promise<Ora> {
  const { default: ora } = await import('ora');
  return ora({ text, stream: process.stderr, discardStdin: false }).start();
}

/** Changes the text beside the spinner. */
export type Say = (text: string) => void;

/** Shows a spinner on stderr during the work, if `isShown`. */
export async function withProgress<T>(
  text: string,
  isShown: boolean,
  work: (say: Say) => Promise<T>,
): Promise<T> {
  // Without a terminal width the spinner would erase lines endlessly
  if (!isShown || !process.stderr.columns) return work(() => undefined);
  const spinner = await startSpinner(text);
  spinning = spinner;
  try {
    return await work((said) => {
      spinner.text = said;
    });
  } finally {
    spinner.stop();
    spinning = undefined;
  }
}

/** Shows how far a transfer has come. */
export interface Bar {
  /** Bytes so far. */
  show(bytes: number): void;
  close(): void;
}

/** Opens a bar for a transfer of that many bytes. */
export type OpenBar = (label: string, total: number) => Promise<Bar>;

const CELLS = 24;
const MEGABYTE = 1024 * 1024;

/** A bar with the share and the megabytes so far. */
export function barText(label: string, bytes: number, total: number): string {
  const share = Math.min(1, bytes / total);
  const full = Math.floor(share * CELLS);
  const megabytes = (count: number) => (count / MEGABYTE).toFixed(1);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${label}  ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB`;
}

const NO_BAR: Bar = { show: () => undefined, close: () => undefined };

/** Opens a bar on stderr, in place of the spinner while there is one. */
export async function openBar(label: string, total: number): Promise<Bar> {
  if (!process.stderr.columns) return NO_BAR;
  const shared = spinning;
  const before = shared?.text ?? '';
  const text = (bytes: number) => barText(label, bytes, total);
  const spinner = shared ?? (await startSpinner(text(0)));
  spinner.text = text(0);
  return {
    show: (bytes) => {
      spinner.text = text(bytes);
    },
    close: () => {
      if (shared) shared.text = before;
      else spinner.stop();
    },
  };
}
