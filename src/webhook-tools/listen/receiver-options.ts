import type { DescribedRequest } from './delivery-record.ts';
import type { ReceivedDelivery, ReceivedRequest, RefusedRequest } from './received-delivery.ts';

/** What a receiver is started with. */
export interface ReceiverOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Path that deliveries go to; any other is a 404. */
  readonly path: string;
  /** One of them must have signed a delivery; a function is asked at each. */
  readonly secrets: readonly string[] | (() => readonly string[]);
  /** False takes deliveries without a look at their signature. */
  readonly verify: boolean;
  /** Hands each good delivery on, and its answer back. */
  readonly forwardTo?: URL | undefined;
  /** Hands deliveries on with the `Host` that the sender named. */
  readonly preserveHost?: boolean | undefined;
  readonly maxBodyBytes: number;
  /** Longest that a body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time after which an answer is late; 10 s unless told (specification, section 6). */
  readonly ackLimitMs?: number | undefined;
  /** Holds each answer back for so long after its delivery came, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Which good deliveries are told of, handed on and answered by plan; the others are answered 204. All unless told. */
  readonly isWanted?: ((described: DescribedRequest) => boolean) | undefined;
  /** Told of each wanted delivery when it came, before it is answered. */
  readonly onArrival?: ((received: ReceivedRequest) => void) | undefined;
  /** Told of each delivery once it is answered and the application, if any, is done with it. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void | Promise<void>;
  /** Told of each request that is no delivery. */
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
  /** Told of each good delivery that is not wanted. */
  readonly onIgnored?: ((described: DescribedRequest) => void) | undefined;
  /** The status for a delivery that is not forwarded; 204 unless told. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
}
