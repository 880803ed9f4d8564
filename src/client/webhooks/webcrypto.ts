/** The Web Crypto API of the runtime; Node 18 has it in `node:crypto` only, which the built package reads there. */
export const webcrypto = globalThis.crypto;
