import type { Socket } from 'node:net';
import { connect as connectPlain } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { failing } from './failure-reason.ts';
import { assertReachable, checkedLookup } from './public-address.ts';
import type { Target } from './target.ts';

/** What bounds every connection. */
export interface DialLimits {
  /** Until the connection stands, TLS included, in milliseconds. */
  readonly connectMs: number;
  /** Certificates to trust instead of the usual ones, PEM. */
  readonly trustedRoots: readonly string[];
}

const SESSIONS = 100;

/** Opens connections, and takes up the TLS sessions of earlier ones. */
export class Dialer {
  readonly #connectMs: number;
  readonly #trust: { readonly secureContext?: SecureContext };
  readonly #sessions = new Map<string, Buffer>();

  constructor({ connectMs, trustedRoots }: DialLimits) {
    this.#connectMs = connectMs;
    this.#trust =
      trustedRoots.length > 0
        ? { secureContext: createSecureContext({ ca: [...trustedRoots] }) }
        : {};
  }

  /**
   * Opens a connection to an address that may be reached. `done` is told once that it stands, or why not: Node's error, or
   * one with the code `timeout_connect`, `blocked_address` or `insecure_url`. Nothing is said of a socket that the caller
   * destroys meanwhile.
   */
  dial(target: Target, done: (error: Error | null) => void): Socket {
    const socket = target.rule.isPlain ? connectPlain(whither(target)) : this.#secured(target);
    const timer = setTimeout(() => socket.destroy(failing('timeout_connect')), this.#connectMs);
    const failed = (error: Error): void => {
      clearTimeout(timer);
      done(error);
    };
    socket.once('error', failed);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      try {
        assertReachable(socket.remoteAddress ?? '', target.rule);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
      }
    });
    socket.once(target.rule.isPlain ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      if (socket.destroyed) return;
      socket.off('error', failed);
      done(null);
    });
    return socket.setNoDelay(true);
  }

  #secured(target: Target): Socket {
    const { origin, host, isLiteral } = target;
    const session = this.#sessions.get(origin);
    const options: ConnectionOptions = {
      ...whither(target),
      ...this.#trust,
      ...(!isLiteral && { servername: host }),
      ...(session && { session }),
      ALPNProtocols: ['http/1.1'],
    };
    const socket = connectTls(options);
    socket.on('session', (latest) => {
      if (this.#sessions.size >= SESSIONS) this.#sessions.clear();
      this.#sessions.set(origin, latest);
    });
    socket.once('error', () => this.#sessions.delete(origin));
    return socket;
  }
}

const whither = ({ host, port, rule }: Target) => ({ host, port, lookup: checkedLookup(rule) });
