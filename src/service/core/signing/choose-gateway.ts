import type { GatewayAnswer, SigningGateway } from '../../ports/signing-gateway.ts';
import { GatewayMissing } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Breaker } from './breaker.rules.ts';
import { afterFailure, closedBreaker, stateOf, whileProbed } from './breaker.rules.ts';
import type { SignatureAttempt } from './signature.rules.ts';

type GatewayDeps = Pick<ServiceDeps, 'gateways'>;

/** The gateway of an attempt; undefined if the settings lack it. */
export const findGateway = (
  { gateways }: GatewayDeps,
  { gateway: id }: Pick<SignatureAttempt, 'gateway'>,
): SigningGateway | undefined =>
  id === null ? gateways[0] : gateways.find((one) => one.id === id);

/** An attempt's gateway never changes. @throws {GatewayMissing} */
export function gatewayOf(deps: GatewayDeps, attempt: SignatureAttempt): SigningGateway {
  const gateway = findGateway(deps, attempt);
  if (gateway) return gateway;
  throw new GatewayMissing(attempt);
}

/** For all processes. A signature closes the breaker; a failure due to the signer doesn't count. */
export async function countAnswer(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { id }: SigningGateway,
  answer: GatewayAnswer,
): Promise<void> {
  if (answer.outcome === 'failed') {
    if (answer.isOutage) await store.changeBreaker(id, (one) => afterFailure(one, clock.now()));
    return;
  }
  const breakers = await store.listBreakers();
  const hasOpened = breakers.some(({ gateway, openUntil }) => gateway === id && openUntil !== null);
  if (hasOpened) await store.changeBreaker(id, () => closedBreaker(id));
}

type Deps = Pick<ServiceDeps, 'gateways' | 'store' | 'clock'>;

const breakerOf = (breakers: readonly Breaker[], id: string): Breaker =>
  breakers.find(({ gateway }) => gateway === id) ?? closedBreaker(id);

/** The first whose breaker isn't open, or the first of all. */
export async function offeredGateway({ gateways, store, clock }: Deps): Promise<SigningGateway> {
  const [first, ...others] = gateways;
  if (others.length === 0) return first;
  const [breakers, now] = [await store.listBreakers(), clock.now()];
  const isOpen = ({ id }: SigningGateway) => stateOf(breakerOf(breakers, id), now) === 'open';
  return gateways.find((one) => !isOpen(one)) ?? first;
}

/** False while its breaker is open and another is offered. After that, one attempt passes. */
export async function isAdmitted(deps: Deps, gateway: SigningGateway): Promise<boolean> {
  if (deps.gateways.length === 1) return true;
  const isOpen = (await enter(deps, gateway)) === 'open';
  return !isOpen || (await offeredGateway(deps)) === gateway;
}

async function enter({ store, clock }: Deps, { id }: SigningGateway) {
  const now = clock.now();
  const seen = stateOf(breakerOf(await store.listBreakers(), id), now);
  if (seen !== 'half-open') return seen;
  let found: ReturnType<typeof stateOf> = seen;
  await store.changeBreaker(id, (before) => {
    found = stateOf(before, now);
    return found === 'half-open' ? whileProbed(before, now) : before;
  });
  return found;
}
