import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { codeOf } from '../../locks/error-code.ts';
import type { LockSeen } from '../../locks/file-lock.ts';
import type { LockOwner } from '../../locks/lock-owner.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';
import { readAddress } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import { DEFAULT_BASE_URL } from '../profiles/profile.ts';
import { startCommand } from '../sandbox/start-command.ts';
import { sizeText } from '../terminal/counted.ts';
import type { Check, Made } from './diagnosis.ts';
import { check, failed, inTime, LIMIT_MS, ok, sideCheck, unknown, warning } from './diagnosis.ts';

interface MeantSandbox {
  readonly dataDir: string;
  readonly url: URL;
  readonly start: string;
  /** False for the default sandbox while there is no key. */
  readonly isInUse: boolean;
}

/** The connection's sandbox: its profile's, or the default without a key. Undefined otherwise. */
export function meantSandbox(
  { baseUrl, apiKey, keySource, profile, dataDir: own }: Connection,
  { sandboxDir }: Environment,
): MeantSandbox | undefined {
  const isInUse = own !== undefined && keySource === 'profile';
  if (!isInUse && (apiKey !== undefined || baseUrl !== DEFAULT_BASE_URL)) return undefined;
  const dataDir = own ?? sandboxDir;
  const url = readAddress(baseUrl);
  const start = startCommand(isInUse ? { dataDir, profile, baseUrl } : { dataDir }, sandboxDir);
  return { dataDir, url, start, isInUse };
}

const FEW_BYTES = 500_000_000;

interface SeenPort {
  readonly isTaken: boolean | undefined;
  readonly address: string | undefined;
  readonly isLocked: boolean;
}

export function portResult(
  { url, dataDir, start }: MeantSandbox,
  { isTaken, address, isLocked }: SeenPort,
): Made {
  if (address !== undefined) {
    if (new URL(address).port !== url.port)
      return warning(
        `the sandbox runs at ${address}, not at ${url.origin}`,
        `stop it, then: ${start}`,
      );
    if (isTaken) return ok(`${url.host}, which the sandbox names as its own`);
    return unknown(`the sandbox runs, but takes no connections on ${url.host} now`);
  }
  if (isTaken === undefined) return unknown(`no connection to ${url.host}, nor a refusal`);
  if (!isTaken) return ok(`nothing listens on ${url.host}`);
  if (isLocked)
    return unknown(`something listens on ${url.host}, maybe a sandbox that starts or hangs`);
  const other = start.replace(/ --port \d+/, '');
  return warning(`${url.host} is taken, not by the sandbox of ${dataDir}`, `${other} --port 0`);
}

interface SandboxLock {
  readonly lock: LockSeen | undefined;
  readonly scope: string;
  readonly isAnswering: boolean;
}

const nameOf = ({ pid, command, since }: LockOwner): string =>
  `process ${pid} (${command}) since ${since}`;

export function lockResult(
  { dataDir, start }: MeantSandbox,
  { lock, scope, isAnswering }: SandboxLock,
): Made {
  if (!lock) return ok(`${dataDir} is not locked`);
  const { owner, isAlive } = lock;
  if (!isAlive) {
    const from = owner ? ` by ${nameOf(owner)}` : '';
    return warning(`left${from}, which shows no sign of life`, `the next start takes it: ${start}`);
  }
  if (!owner) return unknown(`the lock of ${dataDir} cannot be read`);
  if (isAnswering) return ok(`held by ${nameOf(owner)}`);
  const about = `held by ${nameOf(owner)}, but no sandbox answers`;
  if (owner.scope === scope)
    return warning(about, `wait until it has started, or end process ${owner.pid}`);
  return warning(about, 'it is of another machine or container: end it there');
}

export function diskResult(dataDir: string, free: number): Made {
  const about = `${sizeText(free)} free for ${dataDir}`;
  if (free >= FEW_BYTES) return ok(about);
  return warning(about, 'free some space, or choose a folder on another disk with --data-dir');
}

/** Functions of the sandbox, which only a command may import. */
export interface SandboxTools {
  /** The base URL of the sandbox running on a data folder; undefined if none answers. */
  readonly addressOf: (dataDir: string) => Promise<string | undefined>;
  readonly lockPath: (dataDir: string) => string;
}

/** Whether something accepts connections at an address; undefined if unclear. */
function isTaken({ hostname, port }: URL): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || 80), timeout: LIMIT_MS });
    const end = (answer: boolean | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(undefined));
    socket.once('error', (error) => end(codeOf(error) === 'ECONNREFUSED' ? false : undefined));
  });
}

/** Free bytes for a folder, or for its nearest existing parent. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeBytes(dirname(folder));
  }
}

async function lockOf(path: string): Promise<{ lock: LockSeen | undefined; scope: string }> {
  const [{ readLock }, { readScope }] = await Promise.all([
    import('../../locks/file-lock.ts'),
    import('../../locks/lock-owner.ts'),
  ]);
  const lock = await readLock(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  return { lock, scope: await readScope() };
}

export function checkSandbox(
  sandbox: MeantSandbox | undefined,
  { addressOf, lockPath }: SandboxTools,
): Promise<Check[]> {
  if (!sandbox) return Promise.all([check('sandbox', () => unknown('none in use'))]);
  const { dataDir, url, start, isInUse } = sandbox;
  const next = 'stop the sandbox, then start it again';
  const answer = inTime('the answer of the sandbox', addressOf(dataDir), next);
  // The lock says more about a sandbox that hangs
  const address = answer.catch(() => undefined);
  const seen = lockOf(lockPath(dataDir));
  return Promise.all([
    check('sandbox', async () => {
      if (await answer) return ok(`runs on ${dataDir}`);
      if (!isInUse) return unknown('none in use');
      return failed(`none answers for ${dataDir}`, start, EXIT.unreachable);
    }),
    sideCheck('port', async () => {
      const [taken, at, { lock }] = await Promise.all([isTaken(url), address, seen]);
      return portResult(sandbox, { isTaken: taken, address: at, isLocked: lock?.isAlive === true });
    }),
    sideCheck('lock', async () => {
      const [at, { lock, scope }] = await Promise.all([address, seen]);
      return lockResult(sandbox, { lock, scope, isAnswering: at !== undefined });
    }),
    sideCheck('disk', async () => {
      const free = await inTime('the file system', freeBytes(dataDir));
      return diskResult(dataDir, free);
    }),
  ]);
}
