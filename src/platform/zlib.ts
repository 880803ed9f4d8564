/** What the verifier takes from the platform, as in `crypto.ts`. */
export { constants, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
