import type { FaultName, Faults } from '../authority/faults.ts';
import { FAULTS, isFaultName, SLOW_MS } from '../authority/faults.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ApiFaultName, SetApiFault } from './api-faults.ts';
import { API_FAULTS, isApiFaultName, parseRoute } from './api-faults.ts';
import type { Input, SandboxFault } from './operations.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const invalid = (message: string) => new SandboxRefused('invalid_request', message);

function unknownFault(text: string): SandboxRefused {
  const names = [...Object.keys(FAULTS), ...Object.keys(API_FAULTS)].join(', ');
  return invalid(`Unknown fault: ${text}. Known faults: ${names}.`);
}

function ofAuthority(faults: Faults, fault: FaultName): SandboxFault {
  const times = faults.list().find((set) => set.fault === fault)?.times ?? 0;
  return { fault, about: FAULTS[fault], times, accountId: null, route: null };
}

const ofApi = ({ fault, times, accountId, route }: SetApiFault): SandboxFault => {
  return { fault, about: API_FAULTS[fault], times, accountId, route };
};

const unset = (fault: ApiFaultName): SandboxFault => {
  return { fault, about: API_FAULTS[fault], times: 0, accountId: null, route: null };
};

type FaultParts = Pick<SandboxParts, 'faults' | 'apiFaults' | 'accounts'>;

export function listFaults({ faults, apiFaults }: FaultParts): SandboxFault[] {
  const authority = Object.keys(FAULTS).filter(isFaultName);
  const api = Object.keys(API_FAULTS).filter(isApiFaultName);
  const set = apiFaults.list();
  return [
    ...authority.map((fault) => ofAuthority(faults, fault)),
    ...api.flatMap((fault) => {
      const own = set.filter((one) => one.fault === fault);
      return own.length > 0 ? own.map(ofApi) : [unset(fault)];
    }),
  ];
}

function setApiFault(
  { apiFaults, accounts }: FaultParts,
  fault: ApiFaultName,
  { times, delayMs = SLOW_MS, accountId = accounts.all()[0]?.accountId, route }: Input<'setFault'>,
): SandboxFault {
  const account = accounts.all().find((one) => one.accountId === accountId);
  if (!account) {
    throw new SandboxRefused('not_found', `The sandbox has no account ${accountId}.`);
  }
  if (route !== undefined && !parseRoute(route)) {
    throw invalid(`${route} is not a method and a path, such as "POST */send".`);
  }
  const set = { fault, times, delayMs, accountId: account.accountId, route: route ?? null };
  apiFaults.set(set);
  return ofApi(set);
}

/** Throws SandboxRefused. */
export function setFault(parts: FaultParts, order: Input<'setFault'>): SandboxFault {
  const { fault, times, delayMs = SLOW_MS } = order;
  if (times === 0) throw invalid('A fault must happen at least once.');
  if (isApiFaultName(fault)) return setApiFault(parts, fault, order);
  if (!isFaultName(fault)) throw unknownFault(fault);
  if (order.route !== undefined || order.accountId !== undefined) {
    throw invalid('Only faults of the API, such as api-slow, are for a route or an account.');
  }
  parts.faults.set({ fault, times, delayMs });
  return ofAuthority(parts.faults, fault);
}

/** Default: all faults. Returns those cleared. Throws SandboxRefused. */
export function clearFaults(
  { faults, apiFaults }: FaultParts,
  { fault, accountId }: Input<'clearFaults'>,
): SandboxFault[] {
  if (fault !== undefined && !isFaultName(fault) && !isApiFaultName(fault)) {
    throw unknownFault(fault);
  }
  const set = accountId === undefined ? faults.list().map((one) => one.fault) : [];
  const named = set.filter((name) => fault === undefined || fault === name);
  const ofAuthorityCleared = named.map((name) => ofAuthority(faults, name));
  for (const name of named) faults.clear(name);
  if (fault !== undefined && !isApiFaultName(fault)) return ofAuthorityCleared;
  const filter = { ...(fault !== undefined && { fault }), ...(accountId && { accountId }) };
  return [...ofAuthorityCleared, ...apiFaults.clear(filter).map(ofApi)];
}
