import type { SecureContextOptions } from 'node:tls';

export interface TlsIdentity {
  /** PEM: its own, then its issuers'. */
  readonly certificate: string;
  /** PEM, without a passphrase. */
  readonly key: string;
}

/** TLS 1.2 at least, whatever flags the process was started with. */
export const tlsOptions = ({ certificate, key }: TlsIdentity) =>
  ({ cert: certificate, key, minVersion: 'TLSv1.2' }) satisfies SecureContextOptions;
