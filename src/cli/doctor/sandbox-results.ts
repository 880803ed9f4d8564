import type { LockSeen } from '../../locks/file-lock.ts';
import type { LockOwner } from '../../locks/lock-owner.ts';
import { sizeText } from '../terminal/sizes.ts';
import type { Made } from './check.ts';
import { ok, unknown, warning } from './check.ts';
import type { MeantSandbox } from './meant-sandbox.ts';

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

interface SeenLock {
  readonly lock: LockSeen | undefined;
  readonly scope: string;
  readonly isAnswering: boolean;
}

const nameOf = ({ pid, command, since }: LockOwner): string =>
  `process ${pid} (${command}) since ${since}`;

export function lockResult(
  { dataDir, start }: MeantSandbox,
  { lock, scope, isAnswering }: SeenLock,
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
