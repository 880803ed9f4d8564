import type { ServerResponse } from 'node:http';
import { ATTEMPT_HEADER, DELIVERY_HEADER } from '../../../src/contract/webhooks/webhook-headers.ts';
import type { ServicePulse } from '../kills/service-pulse.ts';
import type { Received } from './local-receiver.ts';
import { startLocalReceiver } from './local-receiver.ts';

const REFUSED = 0.1;
const LATE = 0.2;
const LONGEST_DELAY_MS = 300;

/** A try as its receiver saw it. */
export interface ReceivedTry {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly received: Received;
  /** What it was answered, or would have been. */
  readonly status: number;
}

/** A receiver of deliveries that keeps every one. */
export interface MoodyReceiver {
  readonly url: string;
  readonly tries: readonly ReceivedTry[];
  /** From now on it takes everything at once. */
  calm(): void;
}

/** Starts a receiver that takes most deliveries at once, some late, and refuses some; `random` says which. */
export async function startMoodyReceiver(
  pulse: ServicePulse,
  random: () => number,
): Promise<MoodyReceiver> {
  const tries: ReceivedTry[] = [];
  let isCalm = false;
  const answer = (response: ServerResponse, received: Received) => {
    const mood = isCalm ? 1 : random();
    const status = mood < REFUSED ? 500 : 204;
    const deliveryId = String(received.headers[DELIVERY_HEADER.toLowerCase()]);
    const attempt = Number(received.headers[ATTEMPT_HEADER.toLowerCase()]);
    tries.push({ deliveryId, attempt, received, status });
    const reply = () => {
      response.writeHead(status).end();
      pulse.answered();
    };
    pulse.arrived();
    if (mood < LATE) setTimeout(reply, random() * LONGEST_DELAY_MS);
    else reply();
  };
  const { url } = await startLocalReceiver(answer);
  return {
    url: `${url}/`,
    tries,
    calm() {
      isCalm = true;
    },
  };
}
