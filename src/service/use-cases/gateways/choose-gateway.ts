import type { Breaker } from '../../domain/breaker.ts';
import { afterFailure, closedBreaker, stateOf, whileProbed } from '../../domain/breaker.ts';
import type { GatewayAnswer, SigningGateway } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';

/**
 * Counts an answer for or against its gateway, for all processes. A signature closes its breaker; a failure that is due to the
 * signer says nothing.
 */
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

/** The gateway that signers are offered now: the first one whose breaker is not open, or the first of all. */
export async function offeredGateway({ gateways, store, clock }: Deps): Promise<SigningGateway> {
  const [first, ...others] = gateways;
  if (others.length === 0) return first;
  const [breakers, now] = [await store.listBreakers(), clock.now()];
  const isOpen = ({ id }: SigningGateway) => stateOf(breakerOf(breakers, id), now) === 'open';
  return gateways.find((one) => !isOpen(one)) ?? first;
}

/**
 * Whether an attempt may begin at the gateway that its signer consented to. False when its breaker is open and another gateway is
 * offered instead. Of those who come after an open while, one goes through.
 */
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
