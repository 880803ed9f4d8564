import type { Ora } from 'ora';
import type { CommandContext } from '../../command-context.ts';
import { shortDuration } from '../../terminal/times.ts';
import { Meter } from './meter.ts';
import type { Pace } from './pace.ts';

/** Shows how far a run is. */
export interface RunView {
  readonly meter: Meter;
  /** To be called after each row. */
  readonly ended: () => void;
  readonly close: () => void;
}

/** Elsewhere than on a terminal a line is written each time another share of the rows has ended, or so much time. */
const SHARE = 0.05;
const SILENCE_MS = 10_000;
const REPAINT_MS = 250;

function text(meter: Meter, pace: Pace): string {
  const held = pace.heldMs > 0 ? `; the service asks to wait ${shortDuration(pace.heldMs)}` : '';
  return `sending: ${meter.line(performance.now())}${held}`;
}

async function terminalView(meter: Meter, pace: Pace): Promise<Omit<RunView, 'meter'>> {
  const { default: ora } = await import('ora');
  const spinner: Ora = ora({ stream: process.stderr, discardStdin: false });
  const paint = () => {
    spinner.text = text(meter, pace);
  };
  paint();
  spinner.start();
  const timer = setInterval(paint, REPAINT_MS);
  const close = () => {
    clearInterval(timer);
    spinner.stop();
  };
  return { ended: paint, close };
}

function lineView(meter: Meter, pace: Pace, note: (text: string) => void): Omit<RunView, 'meter'> {
  let toldAt = performance.now();
  let toldOf = 0;
  const tell = () => {
    note(text(meter, pace));
    toldAt = performance.now();
    toldOf = meter.ended;
  };
  const timer = setInterval(() => {
    if (performance.now() - toldAt >= SILENCE_MS) tell();
  }, SILENCE_MS);
  const ended = () => {
    if (meter.ended === meter.total || meter.ended - toldOf >= meter.total * SHARE) tell();
  };
  return { ended, close: () => clearInterval(timer) };
}

/** A view on a run of so many rows: one line repainted on a terminal, lines now and then elsewhere, nothing with `--json`. */
export async function openRunView(
  { mayAnimate, out, signal }: Pick<CommandContext, 'mayAnimate' | 'out' | 'signal'>,
  total: number,
  pace: Pace,
): Promise<RunView> {
  const meter = new Meter(total, performance.now());
  const isPainted = mayAnimate && Boolean(process.stderr.columns);
  const view = isPainted
    ? await terminalView(meter, pace)
    : lineView(meter, pace, (line) => out.note(line));
  const stopping = () =>
    out.note('stopping: what is under way comes to its end; Ctrl-C again ends at once');
  signal.addEventListener('abort', stopping, { once: true });
  const close = () => {
    signal.removeEventListener('abort', stopping);
    view.close();
  };
  return { meter, ended: view.ended, close };
}
