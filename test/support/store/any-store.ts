import { openTestStore, openTestStores } from './database.ts';
import { openPostgresTestStore, openPostgresTestStores } from './postgres.ts';

/** A store of its own on the server that ESIGN_TEST_POSTGRES names, or on the embedded database. */
export const openAnyStore = process.env.ESIGN_TEST_POSTGRES ? openPostgresTestStore : openTestStore;

/** Two stores on such a database, as two processes have them. Close the first one last. */
export const openAnyStores = process.env.ESIGN_TEST_POSTGRES
  ? openPostgresTestStores
  : openTestStores;
