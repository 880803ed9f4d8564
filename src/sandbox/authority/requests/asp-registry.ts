/** An application service provider, which may request signatures. */
export interface Asp {
  readonly aspId: string;
  /** Shown to signers. */
  readonly organisation: string;
  /** DER. Its key signs requests. */
  readonly certificate: Buffer;
  readonly isActive: boolean;
  /** Where answers may go, with any query. Known once the service listens. */
  readonly returnUrls: () => readonly string[];
  /** Total signatures; null for no limit. */
  readonly quota: number | null;
}

export function mayReturnTo({ returnUrls }: Asp, url: URL): boolean {
  const { origin, pathname } = url;
  return returnUrls().includes(`${origin}${pathname}`);
}

export const SANDBOX_ASP_ID = 'TESTASP-0001';

export const sandboxAsp = (certificate: Buffer, returnUrls: Asp['returnUrls']): Asp => ({
  aspId: SANDBOX_ASP_ID,
  organisation: 'TEST Electronic Signature Service',
  certificate,
  isActive: true,
  returnUrls,
  quota: null,
});
