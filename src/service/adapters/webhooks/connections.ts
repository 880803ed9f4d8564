import type { Connection, ConnectionOptions } from './connection.ts';
import type { DialLimits } from './dial.ts';
import { Dialer } from './dial.ts';
import type { Target } from './target.ts';

type OpenConnection = (options: ConnectionOptions) => Connection;

/** Connections: those that nobody uses, by their origin, and whatever opens more. */
export class Connections {
  readonly #open: OpenConnection;
  readonly #dialer: Dialer;
  readonly #idle = new Map<string, Connection[]>();

  constructor(open: OpenConnection, limits: DialLimits) {
    this.#open = open;
    this.#dialer = new Dialer(limits);
  }

  /** The idle connection that was used last, or one more; always one more where it is to be the POST's own. */
  take(target: Target, isOwn: boolean): Connection {
    const idle = isOwn ? undefined : this.#idle.get(target.origin);
    return idle?.pop() ?? this.#openOne(target, isOwn);
  }

  /** An answer is read to its end: the next POST may have the connection. */
  release(connection: Connection): void {
    if (connection.isOwn) return;
    const idle = this.#idle.get(connection.origin);
    if (idle) idle.push(connection);
    else this.#idle.set(connection.origin, [connection]);
  }

  /** Closes the idle ones; the others are of whoever took them. */
  close(): void {
    for (const connection of [...this.#idle.values()].flat()) connection.destroy();
    this.#idle.clear();
  }

  #openOne(target: Target, isOwn: boolean): Connection {
    const onClosed = (connection: Connection): void => this.#forget(connection);
    return this.#open({ target, dialer: this.#dialer, isOwn, onClosed });
  }

  #forget(connection: Connection): void {
    const idle = this.#idle.get(connection.origin) ?? [];
    const others = idle.filter((one) => one !== connection);
    if (others.length > 0) this.#idle.set(connection.origin, others);
    else this.#idle.delete(connection.origin);
  }
}

/** Loads what connections stand on, undici, which takes too long to be waited for at every start. */
export async function openConnections(limits: DialLimits): Promise<Connections> {
  const { Connection } = await import('./connection.ts');
  return new Connections((options) => new Connection(options), limits);
}
