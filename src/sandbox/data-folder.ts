import { join } from 'node:path';

/** The folder of the service's database. */
export const databasePath = (dataDir: string): string => join(dataDir, 'database');

/** The folder of the service's files. */
export const filesPath = (dataDir: string): string => join(dataDir, 'files');

/** The lock that a running sandbox holds: the one of its database. */
export const lockPath = (dataDir: string): string => join(databasePath(dataDir), 'lock');
