import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { codeOf } from './error-code.ts';

export const LockOwner = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** Start time, which tells the process from a later one with the same pid; null if unknown. */
  started: Type.Union([Type.String(), Type.Null()]),
  /** Machine, boot and PID namespace, within which pids are unique. */
  scope: Type.String(),
  command: Type.String(),
  /** ISO 8601. */
  since: Type.String(),
});
export type LockOwner = Static<typeof LockOwner>;

/** How long after its last heartbeat an owner that cannot be looked up counts as dead. */
export const SILENCE_MS = 30_000;

export interface Sighting {
  readonly owner: LockOwner | undefined;
  /** Since the last heartbeat. */
  readonly silentMs: number;
  readonly scope: string;
  /** Start time of the process that now has the owner's pid; undefined if there is none. */
  readonly started: string | null | undefined;
}

export function isAlive({ owner, silentMs, scope, started }: Sighting): boolean {
  if (!owner || owner.scope !== scope) return silentMs < SILENCE_MS;
  if (started === undefined) return false;
  if (started === null || owner.started === null) return silentMs < SILENCE_MS;
  return started === owner.started;
}

/** Undefined if the lock file is incomplete or damaged. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(LockOwner, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export async function readScope(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/** `command` identifies this process to others. */
export async function thisOwner(command: string): Promise<LockOwner> {
  return {
    pid: process.pid,
    started: (await readStarted(process.pid)) ?? null,
    scope: await readScope(),
    command,
    since: new Date().toISOString(),
  };
}

export async function isOwnerAlive(
  owner: LockOwner | undefined,
  silentMs: number,
): Promise<boolean> {
  const started = owner && (await readStarted(owner.pid));
  return isAlive({ owner, silentMs, scope: await readScope(), started });
}

/** Opaque text; null if unknown, undefined if there is no such process. */
export async function readStarted(pid: number): Promise<string | null | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if (codeOf(error) === 'ESRCH') return undefined;
  }
  return process.platform === 'linux' ? await readLinuxStart(pid) : await readUnixStart(pid);
}

const START_TIME_FIELD = 22;
const FIELDS_TO_NAME = 2;

async function readLinuxStart(pid: number): Promise<string | null | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything: parse after the last one.
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
