/**
 * What the verifier takes from the platform, here Node. The build of the offline page puts
 * `src/pdf/page/platform` in its place (decision 100).
 */
export { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
