import { createHash, randomUUID } from 'node:crypto';
import type { FileStore } from '../../../src/service/ports/file-store.ts';

/** Opens an empty file store. */
export type OpenStore = () => Promise<FileStore>;

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A key that was never used. */
export const freshKey = (): string => `documents/${randomUUID()}/original.pdf`;
