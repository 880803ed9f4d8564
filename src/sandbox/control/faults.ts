import type { AnyFaultName, SetFault } from '../faults.ts';
import { ALL_FAULTS, isApiFaultName, isFaultName, parseRoute, SLOW_MS } from '../faults.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { Input, SandboxFault } from './operations.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const invalid = (message: string) => new SandboxRefused('invalid_request', message);

/** Throws SandboxRefused for an unknown fault. */
function knownFault(text: string): AnyFaultName {
  if (isFaultName(text)) return text;
  throw invalid(`Unknown fault: ${text}. Known faults: ${Object.keys(ALL_FAULTS).join(', ')}.`);
}

const shown = ({ fault, times, accountId, route }: Omit<SetFault, 'delayMs'>): SandboxFault => {
  const aim = { accountId: accountId ?? null, route: route ?? null };
  return { fault, about: ALL_FAULTS[fault], times, ...aim };
};

type FaultParts = Pick<SandboxParts, 'faults' | 'accounts'>;

export function listFaults({ faults }: FaultParts): SandboxFault[] {
  return Object.keys(ALL_FAULTS)
    .filter(isFaultName)
    .flatMap((fault) => {
      const set = faults.list().filter((one) => one.fault === fault);
      return set.length > 0 ? set.map(shown) : [shown({ fault, times: 0 })];
    });
}

/** The requests to the API that a fault is for. */
function aimOf(
  { accounts }: FaultParts,
  { accountId = accounts.all()[0]?.accountId, route }: Input<'setFault'>,
) {
  if (!accounts.all().some((one) => one.accountId === accountId)) {
    throw new SandboxRefused('not_found', `The sandbox has no account ${accountId}.`);
  }
  if (route !== undefined && !parseRoute(route)) {
    throw invalid(`${route} is not a method and a path, such as "POST */send".`);
  }
  return { accountId, route };
}

/** Throws SandboxRefused. */
export function setFault(parts: FaultParts, order: Input<'setFault'>): SandboxFault {
  const { times, delayMs = SLOW_MS } = order;
  if (times === 0) throw invalid('A fault must happen at least once.');
  const fault = knownFault(order.fault);
  const isAimed = order.route !== undefined || order.accountId !== undefined;
  if (isAimed && !isApiFaultName(fault)) {
    throw invalid('Only faults of the API, such as api-slow, are for a route or an account.');
  }
  const set = { fault, times, delayMs, ...(isApiFaultName(fault) && aimOf(parts, order)) };
  parts.faults.set(set);
  return shown(set);
}

/** Default: all faults. Returns those cleared, the authority's first. Throws SandboxRefused. */
export function clearFaults(
  { faults }: FaultParts,
  { fault, accountId }: Input<'clearFaults'>,
): SandboxFault[] {
  if (fault !== undefined) knownFault(fault);
  const cleared = faults.clear(
    (one) =>
      (fault === undefined || one.fault === fault) &&
      (accountId === undefined || one.accountId === accountId),
  );
  const isOfApi = (one: SetFault) => Number(isApiFaultName(one.fault));
  return cleared.toSorted((one, other) => isOfApi(one) - isOfApi(other)).map(shown);
}
