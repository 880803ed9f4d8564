import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Who holds a lock: process numbers come again, so a process is told by its start, and by where the number counts. */
const LockOwner = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** Start of the process as the system tells it; null where it does not. */
  started: Type.Union([Type.String(), Type.Null()]),
  /** The machine and its boot: elsewhere the number means another process. */
  place: Type.String(),
  since: Type.String(),
});
export type LockOwner = Static<typeof LockOwner>;

/** How long an owner that cannot be asked after is believed without a sign of life, in milliseconds. */
const SILENCE_MS = 30_000;

/** Reads the text of a lock file; undefined while it does not say who. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(LockOwner, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function readPlace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

const STATE_FIELD = 0;
const START_FIELD = 19;

async function startOnLinux(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may hold anything
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[STATE_FIELD] === 'Z' ? undefined : fields[START_FIELD];
}

async function startElsewhere(pid: number): Promise<string | null> {
  const asked = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return await asked.then(({ stdout }) => stdout.trim() || null).catch(() => null);
}

/** When the process of that number started; undefined when there is none, null when that cannot be told. */
async function readStart(pid: number): Promise<string | null | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other fault means that it is there, and another user's
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
  }
  return process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
}

/** This process as an owner. */
export async function thisOwner(): Promise<LockOwner> {
  const started = (await readStart(process.pid)) ?? null;
  const since = new Date().toISOString();
  return { pid: process.pid, started, place: await readPlace(), since };
}

/** Whether the owner of a lock has to be taken for alive, when its last sign of life is so many milliseconds old. */
export async function isAlive(owner: LockOwner | undefined, silentMs: number): Promise<boolean> {
  if (!owner || owner.place !== (await readPlace())) return silentMs < SILENCE_MS;
  const started = await readStart(owner.pid);
  if (started === undefined) return false;
  if (started === null || owner.started === null) return silentMs < SILENCE_MS;
  return started === owner.started;
}
