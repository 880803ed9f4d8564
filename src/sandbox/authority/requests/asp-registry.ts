/** A service that may ask the authority for signatures. */
export interface Asp {
  readonly aspId: string;
  /** Shown to signers. */
  readonly organisation: string;
  /** DER; requests are signed by its key. */
  readonly certificate: Buffer;
  readonly isActive: boolean;
  /** Addresses that answers may be brought to, whatever query they carry; known once the service listens. */
  readonly returnUrls: () => readonly string[];
  /** How many signatures it may ask for in all; null for as many as it likes. */
  readonly quota: number | null;
}

/** True when a service registered the address; its query is the service's own. */
export function mayReturnTo({ returnUrls }: Asp, url: URL): boolean {
  const { origin, pathname } = url;
  return returnUrls().includes(`${origin}${pathname}`);
}

/** The id of the sandbox's own service. */
export const SANDBOX_ASP_ID = 'TESTASP-0001';

/** The registration of the sandbox's own service. */
export const sandboxAsp = (certificate: Buffer, returnUrls: Asp['returnUrls']): Asp => ({
  aspId: SANDBOX_ASP_ID,
  organisation: 'TEST Electronic Signature Service',
  certificate,
  isActive: true,
  returnUrls,
  quota: null,
});
