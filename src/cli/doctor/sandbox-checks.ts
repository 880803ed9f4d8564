import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { LockSeen } from '../../locks/file-lock.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { codeOf } from '../errors/file-fault.ts';
import type { Check } from './check.ts';
import { check, failed, ok, sideCheck, unknown } from './check.ts';
import { inTime, LIMIT_MS } from './in-time.ts';
import type { MeantSandbox } from './meant-sandbox.ts';
import { diskResult, lockResult, portResult } from './sandbox-results.ts';

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
