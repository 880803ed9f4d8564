/**
 * The verifier's cryptography: Node's here. The build of the offline page replaces it with
 * `src/pdf/page/platform` (decision 100).
 */
export { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
