import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import { Email } from '../../core/accounts/check-settings.ts';
import { lockKnownAccount } from '../../core/accounts/find-account.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { gstinFault, nameState, STATES, stateOfGstin } from './gstin.rules.ts';
import type { StoredProfile } from './invoice.rules.ts';

const MOST = { legalName: 200, address: 500 } as const;

/** As typed. An empty GSTIN or email means none. */
const Typed = Type.Object({
  legalName: Type.String(),
  address: Type.String(),
  state: Type.String(),
  gstin: Type.String(),
  email: Type.String(),
});

const NAMES = { legalName: 'The name', address: 'The address' } as const;

function lineFault(field: keyof typeof NAMES, text: string): string | undefined {
  const [what, most] = [NAMES[field], MOST[field]];
  if (text === '' || text.length > most) return `${what} has 1 to ${most} characters.`;
  return text.split('\n').some(hasUnsafe)
    ? `${what} must hold no control or direction characters.`
    : undefined;
}

function gstinProblem(gstin: string, state: string): string | undefined {
  if (gstin === '') return undefined;
  const fault = gstinFault(gstin);
  if (fault !== undefined) return `The GSTIN ${fault}.`;
  const registered = stateOfGstin(gstin);
  return registered === state || !Object.hasOwn(STATES, state)
    ? undefined
    : `The GSTIN is registered in ${nameState(registered)}, the address is in ${nameState(state)}. Give the address of that registration.`;
}

const isEmail = (email: string): boolean => email === '' || Value.Check(Email, email);

/** Checks only a GSTIN's spelling. @throws {DomainError} `invalid_request`, with every wrong field */
function checkProfile(typed: unknown): StoredProfile {
  if (!Value.Check(Typed, typed)) {
    throw new DomainError('invalid_request', 'These are not the fields of a billing profile.');
  }
  const { state } = typed;
  const legalName = typed.legalName.replaceAll('\n', ' ').trim();
  const address = typed.address.replaceAll('\r\n', '\n').trim();
  const [gstin, email] = [typed.gstin.trim().toUpperCase(), typed.email.trim()];
  const problems = {
    legalName: lineFault('legalName', legalName),
    address: lineFault('address', address),
    state: Object.hasOwn(STATES, state) ? undefined : 'Choose a state or union territory.',
    gstin: gstinProblem(gstin, state),
    email: isEmail(email)
      ? undefined
      : 'Invoices are sent to an email address, such as accounts@example.in.',
  };
  const wrong = Object.entries(problems).flatMap(([field, problem]) =>
    problem === undefined ? [] : [[field, problem] as const],
  );
  if (wrong.length > 0) throw DomainError.ofFields('invalid_request', Object.fromEntries(wrong));
  return { legalName, address, state, gstin: gstin || null, email: email || null };
}

export async function readBillingProfile(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
): Promise<StoredProfile | undefined> {
  const accountId = permit(caller, 'billing.manage');
  return await store.findProfile(accountId);
}

/** Issued invoices keep the old profile. @throws {DomainError} `invalid_request`; `not_found` */
export async function setBillingProfile(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  typed: unknown,
): Promise<StoredProfile> {
  const accountId = permit(caller, 'billing.manage');
  const profile = checkProfile(typed);
  await store.transaction(async (tx) => {
    await lockKnownAccount(tx, accountId);
    await tx.setProfile(accountId, { ...profile, updatedAt: clock.now() });
  });
  return profile;
}
