/** Stands in for node:crypto where the verifier runs in a browser: the build puts it there. */
export { X509Certificate } from './certificate.ts';
export { createHash } from './hash.ts';
export { constants, verify } from './verify.ts';
