import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTimes {
  readonly parent: number;
  /** Of the process itself, and of its children that have ended, in milliseconds. */
  readonly own: number;
  readonly ended: number;
}

/** What `/proc/PID/stat` tells of a process; undefined once it has ended. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces; the third field follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (field: number) => Number(fields[field - 3]) * TICK_MS;
    return { parent: Number(fields[1]), own: ms(14) + ms(15), ended: ms(16) + ms(17) };
  } catch {
    return undefined;
  }
}

/** Processor time of a process, and of all that it has started, in milliseconds. */
export interface ProcessorTime {
  readonly own: number;
  readonly children: number;
}

/** The processor time that a process and its children have used so far. */
export function processorTime(pid: number): ProcessorTime {
  const mine = timesOf(pid) ?? { own: 0, ended: 0 };
  const others = readdirSync('/proc').flatMap((name) => timesOf(Number(name)) ?? []);
  const living = others.filter(({ parent }) => parent === pid);
  const children = living.reduce((sum, { own, ended }) => sum + own + ended, mine.ended);
  return { own: mine.own, children };
}
