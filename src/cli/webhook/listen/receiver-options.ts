import type {
  ArrivedDelivery,
  ReceivedDelivery,
  ReceivedRequest,
  RefusedRequest,
} from './received-delivery.ts';

export interface ReceiverOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Deliveries go here. Other paths get a 404. */
  readonly path: string;
  /** Accepted signing secrets. A function is called for each delivery. */
  readonly secrets: readonly string[] | (() => readonly string[]);
  /** False accepts deliveries without checking signatures. */
  readonly verify: boolean;
  /** Forwards each good delivery and relays the response. */
  readonly forwardTo?: URL | undefined;
  /** Keeps the sender's `Host` when forwarding. */
  readonly preserveHost?: boolean | undefined;
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  /** When a response is late. Default: 10 s (specification, section 6). */
  readonly ackLimitMs?: number | undefined;
  readonly delayMs?: number | undefined;
  /** Selects good deliveries. Others get 204 and `onIgnored`. Default: all. */
  readonly isWanted?: ((delivery: ArrivedDelivery) => boolean) | undefined;
  /** Called before the response to a wanted delivery. */
  readonly onArrival?: ((received: ReceivedRequest) => void) | undefined;
  /** Called after the response, and after the application's, if any. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void | Promise<void>;
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
  readonly onIgnored?: ((delivery: ArrivedDelivery) => void) | undefined;
  /** Status for a delivery that is not forwarded. Default: 204. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
}
