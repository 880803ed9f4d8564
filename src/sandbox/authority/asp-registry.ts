/** A service that may ask the authority for signatures. */
export interface Asp {
  readonly aspId: string;
  /** Shown to signers. */
  readonly organisation: string;
  /** DER; requests are signed by its key. */
  readonly certificate: Buffer;
  readonly isActive: boolean;
}

/** The id of the sandbox's own service. */
export const SANDBOX_ASP_ID = 'TESTASP-0001';

/** The registration of the sandbox's own service. */
export const sandboxAsp = (certificate: Buffer): Asp => ({
  aspId: SANDBOX_ASP_ID,
  organisation: 'TEST Electronic Signature Service',
  certificate,
  isActive: true,
});
