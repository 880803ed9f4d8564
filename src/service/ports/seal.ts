import type { X509Certificate } from 'node:crypto';

/** Seals completion certificates. Its key may be anywhere, such as in a security module. */
export interface Seal {
  readonly certificate: X509Certificate;
  /** The issuing certificates, root last. */
  readonly chain: readonly X509Certificate[];
  /**
   * Signs with SHA-256, by RSASSA-PKCS1-v1_5 (RFC 8017, 8.2) or ECDSA in DER (RFC 3279, 2.2.3). The
   * bytes are the signed attributes of a CMS (RFC 5652, 5.4).
   */
  sign(bytes: Buffer): Promise<Buffer>;
}
