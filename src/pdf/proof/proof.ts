/** Certificates, CRLs and OCSP responses for later checks, DER. */
export interface Proof {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

export function isEmpty({ certificates, crls, ocsp }: Proof): boolean {
  return certificates.length + crls.length + ocsp.length === 0;
}
