import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Who holds a lock, as its file says. */
export const LockOwner = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** What tells a process from a later one with its number: its start time; null where the system does not say. */
  started: Type.Union([Type.String(), Type.Null()]),
  /** Within which process numbers mean the same: machine, boot and PID namespace. */
  scope: Type.String(),
  command: Type.String(),
  /** ISO 8601. */
  since: Type.String(),
});
export type LockOwner = Static<typeof LockOwner>;

/** How long an owner that cannot be looked up is believed after its last sign of life, in milliseconds. */
export const SILENCE_MS = 30_000;

/** What can be seen of an owner. */
export interface Sighting {
  /** Undefined while the file is being written, or is damaged. */
  readonly owner: LockOwner | undefined;
  /** Milliseconds since the owner's last sign of life. */
  readonly silentMs: number;
  /** This process's scope. */
  readonly scope: string;
  /** Start time of the process that has the owner's number now; undefined when none has. */
  readonly started: string | null | undefined;
}

/** True while a lock's owner has to be taken for alive. */
export function isAlive({ owner, silentMs, scope, started }: Sighting): boolean {
  if (!owner || owner.scope !== scope) return silentMs < SILENCE_MS;
  if (started === undefined) return false;
  if (started === null || owner.started === null) return silentMs < SILENCE_MS;
  return started === owner.started;
}

/** Reads a lock file's text; undefined when it does not say who. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(LockOwner, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Within which process numbers mean the same as here. */
export async function readScope(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/** This process as an owner; `command` is how others are told of it. */
export async function thisOwner(command: string): Promise<LockOwner> {
  return {
    pid: process.pid,
    started: (await readStarted(process.pid)) ?? null,
    scope: await readScope(),
    command,
    since: new Date().toISOString(),
  };
}

/** Whether an owner has to be taken for alive now, its last sign of life being so many milliseconds old. */
export async function isOwnerAlive(
  owner: LockOwner | undefined,
  silentMs: number,
): Promise<boolean> {
  const started = owner && (await readStarted(owner.pid));
  return isAlive({ owner, silentMs, scope: await readScope(), started });
}

/** When the process of this number started, as an opaque text; null when there is one but that cannot be told. */
export async function readStarted(pid: number): Promise<string | null | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
  }
  return process.platform === 'linux' ? await readLinuxStart(pid) : await readUnixStart(pid);
}

const START_TIME_FIELD = 22;
const FIELDS_TO_NAME = 2;

async function readLinuxStart(pid: number): Promise<string | null | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything: what follows its last one is regular.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isZombie = fields[0] === 'Z';
    return isZombie ? undefined : (fields[START_TIME_FIELD - FIELDS_TO_NAME - 1] ?? null);
  } catch {
    return undefined;
  }
}

async function readUnixStart(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
