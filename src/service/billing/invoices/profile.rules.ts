import { stateOfGstin } from './gstin.rules.ts';

/** The recipient of an account's invoices, as given by its owner. */
export interface BillingProfile {
  readonly legalName: string;
  /** Lines of the address, without the state. */
  readonly address: string;
  /** GST code of the state, two digits. */
  readonly state: string;
  /** Null for a customer that is not registered. */
  readonly gstin: string | null;
}

export interface StoredProfile extends BillingProfile {
  /** Where invoices are sent; null for the account's owners. */
  readonly email: string | null;
}

/** The issuer of invoices. */
export interface Supplier {
  readonly legalName: string;
  readonly address: string;
  readonly state: string;
  /** Null for a test supplier. */
  readonly gstin: string | null;
  /** Code of the service (SAC), 4 to 8 digits. */
  readonly sac: string;
}

/**
 * GST code of the state of supply (IGST Act, section 12(2)): that of the recipient's GSTIN, else of
 * the address on record, else the supplier's.
 */
export function placeOfSupply(
  profile: BillingProfile | undefined,
  supplier: Pick<Supplier, 'state'>,
): string {
  if (profile?.gstin) return stateOfGstin(profile.gstin);
  return profile?.state ?? supplier.state;
}
