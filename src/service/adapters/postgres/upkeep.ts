import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Upkeep } from '../../ports/store/upkeep.ts';
import { listAccounts } from './accounts/accounts.ts';
import { addCounts } from './accounts/request-counts.ts';
import { ask, databaseOn, runTransaction } from './database.ts';
import { listLiveGateways } from './documents/attempts.ts';
import { listSetAside, makeDue } from './documents/kept-answers.ts';
import { listContradictions, listRecorded } from './inspection/inspection.ts';
import { measure } from './inspection/measure.ts';
import {
  changeFingerprints,
  createInstallation,
  hasDocuments,
  readInstallation,
} from './installation/installation.ts';
import { findMail } from './outbox/bounces.ts';
import { listUnopened, resealSecrets } from './webhooks/sealed-secrets.ts';
import type { SecretSeal } from './webhooks/secret-seal.ts';

/** What operators and the running of a deployment need of the database. */
export function createUpkeep(pool: Pool, seal: SecretSeal): Upkeep {
  const db = databaseOn(pool);
  return {
    readInstallation: () => ask(() => readInstallation(db)),
    createInstallation: (wanted) => ask(() => createInstallation(db, wanted)),
    changeFingerprints: (newest) => ask(() => changeFingerprints(db, newest)),
    hasDocuments: () => ask(() => hasDocuments(db)),
    listAccounts: () => ask(() => listAccounts(db)),
    findMail: (mailId) => ask(() => findMail(db, mailId)),
    listRecorded: (page) => ask(() => listRecorded(db, page)),
    listContradictions: (now) => ask(() => listContradictions(db, seal, now)),
    listUnopenedSecrets: () => ask(() => listUnopened(db, seal)),
    listLiveGateways: (expiresAfter) => ask(() => listLiveGateways(db, expiresAfter)),
    makeDue: (due) => ask(() => makeDue(db, due)),
    listSetAside: () => ask(() => listSetAside(db)),
    resealSecrets: () => runTransaction(pool, (tx) => resealSecrets(tx, seal)),
    addCounts: (minute, counts) => ask(() => addCounts(db, minute, counts)),
    measure: () => measure(db, pool),
    ping: () => ask(async () => void (await db.execute(sql`SELECT`))),
  };
}
