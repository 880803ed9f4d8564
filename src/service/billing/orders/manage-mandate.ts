import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { lockKnownAccount } from '../../core/accounts/find-account.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import type { MandateProvider } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { accessOf, coveredUntil } from '../access.rules.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { Mandate } from './mandate.rules.ts';
import { isCharging, nextLook } from './mandate.rules.ts';
import { settleMandate } from './settle-mandate.ts';

/** Time to authorise a mandate, in milliseconds. */
const OPEN_MS = 24 * HOUR_MS;
/** A first charge due sooner is made immediately: providers refuse a start that may have passed. */
const SOON_MS = HOUR_MS;

const refused = (message: string): DomainError => new DomainError('invalid_state', message);

function mandatesOf({ billing }: BillingDeps): { mandates: MandateProvider; paise: number } {
  const { mandates } = billing.payments;
  const paise = billing.prices.monthPaise;
  if (mandates && paise !== null) return { mandates, paise };
  throw refused('No mandate can be given here; ask the operator of this service.');
}

/**
 * Creates a mandate, or returns the one awaiting authorisation. Its first charge is due when the
 * trial or the paid time ends.
 * @throws {DomainError} `not_found`; `invalid_state` if unavailable, already charging, or for
 * access without end
 * @throws {PaymentProviderError} when the provider creates none
 */
export async function startMandate(
  deps: BillingDeps,
  caller: Caller,
  { returnUrl }: { readonly returnUrl: string },
): Promise<Mandate> {
  const accountId = permit(caller, 'billing.manage');
  const { mandates, paise } = mandatesOf(deps);
  const { store } = deps;
  const live = await store.findLiveMandate(accountId);
  if (live) await settleMandate(deps, live.mandateId);
  const wanted = await store.transaction((tx) => openMandate(deps, tx, { accountId, paise }));
  const { mandateId, createdAt, startsAt } = wanted;
  if (wanted.providerId !== null) return wanted;
  const isAhead = startsAt > createdAt;
  const end = createdAt.getTime() + OPEN_MS;
  const { providerId } = await mandates.startMandate({
    ...{ mandateId, paise: wanted.paise, returnUrl },
    startsAt: isAhead ? startsAt : null,
    expiresAt: new Date(isAhead ? Math.min(end, startsAt.getTime()) : end),
  });
  return await store.transaction(async (tx) => {
    const mandate = await tx.lockMandate(mandateId);
    // Another request may have set the id, or the mandate may have ended.
    if (!mandate || mandate.providerId !== null || mandate.state !== 'open') return wanted;
    await tx.changeMandate(mandateId, { providerId });
    return { ...mandate, providerId };
  });
}

/** The account's mandate awaiting authorisation; a new one if there is none. */
async function openMandate(
  { clock, billing }: BillingDeps,
  tx: StoreTransaction,
  { accountId, paise }: { readonly accountId: string; readonly paise: number },
): Promise<Mandate> {
  const account = await lockKnownAccount(tx, accountId);
  const live = await tx.findLiveMandate(accountId);
  if (live && isCharging(live.state)) throw refused('The account has a mandate already.');
  if (live) return live;
  const now = clock.now();
  const { state, until } = accessOf(account, now);
  if (state === 'active' && until === null) {
    throw refused('The account has access without an end already.');
  }
  const covered = coveredUntil(account);
  const isAhead = covered && covered.getTime() - now.getTime() > SOON_MS;
  const mandate: Mandate = {
    ...{ mandateId: `mdt_${randomUUID().replaceAll('-', '')}`, accountId, paise },
    ...{ provider: billing.payments.id, providerId: null, state: 'open', createdAt: now },
    startsAt: isAhead ? covered : now,
    dueAt: nextLook('open', { now, covered }),
  };
  await tx.insertMandate(mandate);
  return mandate;
}

/**
 * Stops charges; access ends with the paid time. @throws {DomainError} `invalid_state` without a
 * mandate
 * @throws {PaymentProviderError} when the provider doesn't cancel it; nothing has changed then
 */
export async function cancelMandate(deps: BillingDeps, caller: Caller): Promise<void> {
  const accountId = permit(caller, 'billing.manage');
  const { store, billing } = deps;
  const live = await store.findLiveMandate(accountId);
  const { mandates, id } = billing.payments;
  if (!live || live.provider !== id || !mandates) throw refused('The account has no mandate.');
  const { mandateId, providerId } = live;
  if (providerId === null) {
    await store.transaction((tx) => tx.changeMandate(mandateId, { state: 'over' }));
    return;
  }
  await mandates.cancelMandate({ providerId });
  await settleMandate(deps, mandateId);
}

export interface AccountMandate {
  readonly mandate: Mandate;
  /** Undefined when it can't be authorised now. */
  readonly authoriseUrl: string | undefined;
  /** As from `coveredUntil`. */
  readonly covered: Date | undefined;
}

/** The live mandate, updated if the provider answers. Undefined without one. */
export async function readMandate(
  deps: BillingDeps,
  caller: Caller,
): Promise<AccountMandate | undefined> {
  const accountId = permit(caller, 'billing.manage');
  const known = await deps.store.findLiveMandate(accountId);
  if (!known) return undefined;
  const shown = await settled(deps, known).catch((error: unknown) => {
    if (error instanceof PaymentProviderError) return { mandate: known, authoriseUrl: undefined };
    throw error;
  });
  if (shown.mandate.state === 'over') return undefined;
  const account = await deps.store.findAccount(accountId);
  return { ...shown, covered: account && coveredUntil(account) };
}

async function settled(
  deps: BillingDeps,
  known: Mandate,
): Promise<Pick<AccountMandate, 'mandate' | 'authoriseUrl'>> {
  const mandate = (await settleMandate(deps, known.mandateId)) ?? known;
  return { mandate, authoriseUrl: await urlOf(deps, mandate) };
}

async function urlOf(
  { billing: { payments } }: BillingDeps,
  { state, provider, providerId }: Mandate,
): Promise<string | undefined> {
  if (state !== 'open' || providerId === null || provider !== payments.id) return undefined;
  const found = await payments.mandates?.findMandate({ providerId });
  return found?.state === 'open' ? found.url : undefined;
}
