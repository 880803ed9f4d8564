import { openTestStore } from './database.ts';
import { openPostgresTestStore } from './postgres.ts';

/** A store of its own on the server that ESIGN_TEST_POSTGRES names, or on the embedded database. */
export const openAnyStore = process.env.ESIGN_TEST_POSTGRES ? openPostgresTestStore : openTestStore;
