import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hexadecimal; of a text, its UTF-8. */
export const sha256Of = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
