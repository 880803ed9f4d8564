/** A service that may request signatures (an application service provider). */
export interface Asp {
  readonly aspId: string;
  /** Shown to signers. */
  readonly organisation: string;
  /** DER; its key signs requests. */
  readonly certificate: Buffer;
  readonly isActive: boolean;
  /** URLs that answers may return to, with any query; known once the service listens. */
  readonly returnUrls: () => readonly string[];
  /** Total number of signatures; null for no limit. */
  readonly quota: number | null;
}

/** True for a registered URL, with any query. */
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
