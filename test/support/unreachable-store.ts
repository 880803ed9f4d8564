import pg from 'pg';
import { outboxSignal } from '../../src/service/adapters/postgres/outbox/outbox-signal.ts';
import { createStore } from '../../src/service/adapters/postgres/store.ts';
import { secretSeal } from '../../src/service/adapters/postgres/webhooks/secret-seal.ts';
import type { DocumentStore } from '../../src/service/ports/document-store.ts';
import { SEAL_KEY } from './database.ts';

/** A port that no server may use (RFC 6335, section 6). */
const NOWHERE = 'postgres://esign@127.0.0.1:1/esign';

/** A store whose database refuses each connection. */
export function openUnreachableStore(): DocumentStore {
  const pool = new pg.Pool({ connectionString: NOWHERE });
  const close = () => pool.end();
  return createStore({ pool, seal: secretSeal(SEAL_KEY), signal: outboxSignal(), close });
}
