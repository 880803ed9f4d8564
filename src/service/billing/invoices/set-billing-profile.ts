import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import { Email } from '../../core/accounts/check-settings.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { nameState, STATES } from '../states.rules.ts';
import { gstinFault, stateOfGstin } from './gstin.rules.ts';
import type { StoredProfile } from './profile.rules.ts';

const MOST = { legalName: 200, address: 500 } as const;

/** As typed. An empty GSTIN or email means none. */
const Typed = Type.Object({
  legalName: Type.String(),
  address: Type.String(),
  state: Type.String(),
  gstin: Type.String(),
  email: Type.String(),
});

const refused = (message: string, field?: keyof StoredProfile): DomainError =>
  new DomainError('invalid_request', message, field);

const NAMES = { legalName: 'The name', address: 'The address' } as const;

function checkLine(field: keyof typeof NAMES, text: string): string {
  const trimmed = text.trim();
  const [what, most] = [NAMES[field], MOST[field]];
  if (trimmed === '' || trimmed.length > most) {
    throw refused(`${what} has 1 to ${most} characters.`, field);
  }
  if (trimmed.split('\n').some(hasUnsafe)) {
    throw refused(`${what} must hold no control or direction characters.`, field);
  }
  return trimmed;
}

function checkGstin(typed: string, state: string): string | null {
  const gstin = typed.trim().toUpperCase();
  if (gstin === '') return null;
  const fault = gstinFault(gstin);
  if (fault !== undefined) throw refused(`The GSTIN ${fault}.`, 'gstin');
  if (stateOfGstin(gstin) === state) return gstin;
  throw refused(
    `The GSTIN is registered in ${nameState(stateOfGstin(gstin))}, the address is in ${nameState(state)}. Give the address of that registration.`,
    'gstin',
  );
}

function checkEmail(typed: string): string | null {
  const email = typed.trim();
  if (email === '' || Value.Check(Email, email)) return email || null;
  throw refused('Invoices are sent to an email address, such as accounts@example.in.', 'email');
}

/** Checks only a GSTIN's spelling. @throws {DomainError} `invalid_request`, with field and rule */
function checkProfile(typed: unknown): StoredProfile {
  if (!Value.Check(Typed, typed)) throw refused('These are not the fields of a billing profile.');
  const legalName = checkLine('legalName', typed.legalName.replaceAll('\n', ' '));
  const address = checkLine('address', typed.address.replaceAll('\r\n', '\n'));
  const { state } = typed;
  if (!Object.hasOwn(STATES, state)) throw refused('Choose a state or union territory.', 'state');
  const gstin = checkGstin(typed.gstin, state);
  return { legalName, address, state, gstin, email: checkEmail(typed.email) };
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
    const account = await tx.lockAccount(accountId);
    if (!account || account.erasedAt) {
      throw new DomainError('not_found', 'There is no such account.');
    }
    await tx.setProfile(accountId, { ...profile, updatedAt: clock.now() });
  });
  return profile;
}
