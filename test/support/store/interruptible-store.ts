import pg from 'pg';
import { outboxSignal } from '../../../src/service/core/outbox/queue-outbox.sql.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { secretSeal } from '../../../src/service/webhooks/secret-seal.sql.ts';
import { SEAL_KEY } from './database.ts';

/** A port that no server uses (RFC 6335, section 6). */
const NOWHERE = 'postgres://esign@127.0.0.1:1/esign';

/** A store whose database refuses each connection. */
export function openUnreachableStore(): DocumentStore {
  const pool = new pg.Pool({ connectionString: NOWHERE });
  const close = () => pool.end();
  return createStore({ pool, seal: secretSeal(SEAL_KEY), signal: outboxSignal(), close });
}

/** A store whose database can go out of reach, and come back. */
export interface Interruptible {
  readonly store: DocumentStore;
  isDown: boolean;
}

/** Puts a database within and out of reach. */
export function interruptible(reachable: DocumentStore): Interruptible {
  const unreachable = openUnreachableStore();
  const place: Interruptible = {
    isDown: false,
    store: new Proxy(reachable, {
      get: (target, key) => {
        if (key === 'close') return () => Promise.all([target.close(), unreachable.close()]);
        return Reflect.get(place.isDown ? unreachable : target, key);
      },
    }),
  };
  return place;
}
