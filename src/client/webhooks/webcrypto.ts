/** The runtime's Web Crypto API; on Node 18 the built package takes it from `node:crypto`. */
export const webcrypto = globalThis.crypto;
