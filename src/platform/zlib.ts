/** The verifier's compression, replaced like `crypto.ts`. */
export { constants, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
