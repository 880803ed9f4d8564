/** Proof for later checks: certificates, revocation lists and OCSP responses, DER. */
export interface Proof {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

/** Whether there is nothing to add. */
export function isEmpty({ certificates, crls, ocsp }: Proof): boolean {
  return certificates.length + crls.length + ocsp.length === 0;
}
