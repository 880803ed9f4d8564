import { readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second (proc(5)). */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that the main thread of a process has used: its event loop stood still for no longer than it grew,
 * whatever else the machine does.
 */
export function mainThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
