import { createHash } from 'node:crypto';

/** Lower-case hex; strings are hashed as UTF-8. */
export const sha256Of = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
