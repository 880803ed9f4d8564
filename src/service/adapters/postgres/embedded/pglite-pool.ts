import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { PGliteSocket } from './pglite-socket.ts';

/** Longest wait for the connection, in milliseconds: what asks from within a transaction would wait for ever. */
const CONNECT_MS = 30_000;

/** A pool of the one connection that PGlite has. Nothing in it comes from the environment's PG variables. */
export function poolOn(db: PGlite): pg.Pool {
  const pool = new pg.Pool({
    stream: () => new PGliteSocket(db),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
    host: 'pglite',
    port: 5432,
    user: 'postgres',
    password: 'unused',
    database: 'postgres',
    ssl: false,
  });
  // A connection that breaks fails its query; without a listener it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
