import { stateOfGstin } from './gstin.ts';

/** To whom an account's invoices are made out, as its owner says. */
export interface BillingProfile {
  readonly legalName: string;
  /** Lines of the address, without the state. */
  readonly address: string;
  /** GST code of the state, two digits. */
  readonly state: string;
  /** Null for a customer that is not registered. */
  readonly gstin: string | null;
}

/** A billing profile, with where its papers are sent to. */
export interface StoredProfile extends BillingProfile {
  /** Null sends them to the owners of the account. */
  readonly email: string | null;
}

/** Who sells: whom invoices come from. */
export interface Supplier {
  readonly legalName: string;
  readonly address: string;
  /** GST code of the state, two digits. */
  readonly state: string;
  /** Null for a supplier of tests. */
  readonly gstin: string | null;
  /** Code of the service (SAC), 4 to 8 digits. */
  readonly sac: string;
}

/**
 * The GST code of the state where the service is supplied (IGST Act, section 12(2)): that of the recipient's GSTIN, else of the
 * address on record, else the supplier's.
 */
export function placeOfSupply(
  profile: BillingProfile | undefined,
  supplier: Pick<Supplier, 'state'>,
): string {
  if (profile?.gstin) return stateOfGstin(profile.gstin);
  return profile?.state ?? supplier.state;
}
