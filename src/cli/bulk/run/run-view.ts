import type { CommandContext } from '../../command-context.ts';
import { startSpinner } from '../../terminal/progress-line.ts';
import { shortDuration } from '../../terminal/times.ts';
import type { RowState, RowStatus } from '../journal/row-state.ts';
import { rowStatus } from '../journal/row-state.ts';
import type { AdaptiveLimiter } from './adaptive-limiter.ts';

/** Fewer rows make the rate jump. */
const MIN_ROWS = 3;
/** Only the latest rows count: settling the first ones says little about the rest. */
const WINDOW = 200;
/** Without a terminal, a line is printed after this share of the rows, or this time. */
const SHARE = 0.05;
const SILENCE_MS = 10_000;
const REPAINT_MS = 250;

class Meter {
  readonly total: number;
  readonly #counts: Record<RowStatus, number> = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
  readonly #endedAt = [performance.now()];
  ended = 0;

  constructor(total: number) {
    this.total = total;
  }

  count(state: RowState | undefined): void {
    this.ended += 1;
    this.#counts[rowStatus(state)] += 1;
    this.#endedAt.push(performance.now());
    if (this.#endedAt.length > WINDOW) this.#endedAt.shift();
  }

  /** Rows per second. */
  #rate(): number | undefined {
    const elapsed = performance.now() - (this.#endedAt[0] ?? 0);
    if (this.ended < MIN_ROWS || elapsed <= 0) return undefined;
    return ((this.#endedAt.length - 1) * 1000) / elapsed;
  }

  line(): string {
    const { failed, doubt } = this.#counts;
    const rate = this.#rate();
    const left = this.total - this.ended;
    return [
      `${this.ended} of ${this.total} rows`,
      rate !== undefined && `${rate.toFixed(rate < 10 ? 1 : 0)} per second`,
      rate !== undefined &&
        left > 0 &&
        `about ${shortDuration(Math.max(1, left / rate) * 1000)} left`,
      failed > 0 && `${failed} failed`,
      doubt > 0 && `${doubt} in doubt`,
    ]
      .filter((part) => part !== false)
      .join(', ');
  }
}

export interface RunView {
  readonly onEnd: (state: RowState | undefined) => void;
  readonly close: () => void;
}

interface Painter {
  readonly paint: () => void;
  readonly close: () => void;
}

async function terminalPainter(text: () => string): Promise<Painter> {
  const spinner = await startSpinner(text());
  const paint = () => {
    spinner.text = text();
  };
  const timer = setInterval(paint, REPAINT_MS);
  const close = () => {
    clearInterval(timer);
    spinner.stop();
  };
  return { paint, close };
}

function linePainter(meter: Meter, print: () => void): Painter {
  let printedAt = performance.now();
  let printedRows = 0;
  const printNow = () => {
    print();
    printedAt = performance.now();
    printedRows = meter.ended;
  };
  const timer = setInterval(() => {
    if (performance.now() - printedAt >= SILENCE_MS) printNow();
  }, SILENCE_MS);
  const paint = () => {
    const isDue = meter.ended - printedRows >= meter.total * SHARE;
    if (isDue || meter.ended === meter.total) printNow();
  };
  return { paint, close: () => clearInterval(timer) };
}

/** Repaints a line on a terminal, prints occasional lines elsewhere, and nothing with `--json`. */
export async function openRunView(
  { mayAnimate, out, signal }: Pick<CommandContext, 'mayAnimate' | 'out' | 'signal'>,
  total: number,
  limiter: AdaptiveLimiter,
): Promise<RunView> {
  const meter = new Meter(total);
  const text = () => {
    const { pausedMs } = limiter;
    const pause = pausedMs > 0 ? `; the service asks to wait ${shortDuration(pausedMs)}` : '';
    return `sending: ${meter.line()}${pause}`;
  };
  const isPainted = mayAnimate && Boolean(process.stderr.columns);
  const painter = isPainted
    ? await terminalPainter(text)
    : linePainter(meter, () => out.note(text()));
  const stopping = () =>
    out.note('stopping: finishing the rows in progress; press Ctrl-C again to quit immediately');
  signal.addEventListener('abort', stopping, { once: true });
  return {
    onEnd: (state) => {
      meter.count(state);
      painter.paint();
    },
    close: () => {
      signal.removeEventListener('abort', stopping);
      painter.close();
    },
  };
}
