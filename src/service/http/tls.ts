import type { SecureContextOptions } from 'node:tls';

/** Certificate and key of the service for TLS. */
export interface TlsIdentity {
  /** PEM: its certificate, then those above it. */
  readonly certificate: string;
  /** PEM, without a passphrase. */
  readonly key: string;
}

/** Options of a TLS server: version 1.2 at least, whatever flags this process was started with. */
export const tlsOptions = ({ certificate, key }: TlsIdentity) =>
  ({ cert: certificate, key, minVersion: 'TLSv1.2' }) satisfies SecureContextOptions;
