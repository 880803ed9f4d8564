import { fileURLToPath } from 'node:url';

/** The package's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where built files go. */
export const DIST = `${ROOT}dist`;
/** Where files go that the service reads beside its code. */
export const ASSETS = `${DIST}/assets`;
