import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** How long a key can be used, in milliseconds of real time. */
const KEY_LIFE_MS = 10 * 60_000;

/** Who may read the desk: the dashboard, the inbox and the test phone. Kept in memory, hashed. */
export interface DeskAccess {
  /** A new key, which lets one browser in, within ten minutes. */
  issueKey(): string;
  /** Uses up a key and returns a session's secret; undefined for a key that is unknown, used or too old. */
  redeem(key: string): string | undefined;
  /** True for the secret of a session, until the sandbox stops. */
  knows(session: string): boolean;
}

/** Creates the desk's access; `now` is in milliseconds. */
export function createDeskAccess(now: () => number = Date.now): DeskAccess {
  const keys = new Map<string, number>();
  const sessions = new Set<string>();
  return {
    issueKey() {
      for (const [hash, until] of keys) if (until <= now()) keys.delete(hash);
      const key = newSecret();
      keys.set(hashOf(key), now() + KEY_LIFE_MS);
      return key;
    },
    redeem(key) {
      const hash = hashOf(key);
      const until = keys.get(hash) ?? 0;
      keys.delete(hash);
      if (until <= now()) return undefined;
      const session = newSecret();
      sessions.add(hashOf(session));
      return session;
    },
    knows: (session) => sessions.has(hashOf(session)),
  };
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Addresses of the desk's pages. Each opens in one browser, once. */
export function deskAddresses(desk: DeskAccess, dashboardUrl: string) {
  const address = (path: string) => `${dashboardUrl}${path}?key=${desk.issueKey()}`;
  return { desk: address('/'), inbox: address('/inbox'), phone: address('/phone') };
}
