import { setTimeout as sleep } from 'node:timers/promises';
import { openControl } from '../control/open-control.ts';
import { SandboxNotRunning, SandboxRefused } from '../control/sandbox-errors.ts';
import type { Registered } from './listener-face.ts';
import type { Registration } from './register-listener.ts';
import { registerListener } from './register-listener.ts';

/** How often a sandbox that went away is looked for. */
const LOOK_MS = 250;

/** How a registration is kept. */
export interface KeepOptions {
  /** Ends it when it is aborted. */
  readonly signal: AbortSignal;
  /** Told when the sandbox went away. */
  readonly onLost: () => void;
  /** Told when the sandbox is back, with the endpoint then. */
  readonly onBack: (registered: Registered) => void;
}

/** A registration that is kept. */
export interface KeptRegistration {
  readonly registered: Registered;
  /** Resolves once it is ended. */
  readonly gone: Promise<void>;
  /** True while a delivery to the address waits for the end of its first try; false where no sandbox can say. */
  readonly hasPending: () => Promise<boolean>;
}

/** A registration that may be followed by another. */
interface Held {
  readonly url: string;
  registration: Registration;
}

/** Most deliveries that are looked through, newest first. */
const LOOKED_THROUGH = 1000;

/** Waits for the sandbox to come back; undefined when the signal comes first. */
async function comeBack(
  dataDir: string,
  order: Parameters<typeof registerListener>[1],
  signal: AbortSignal,
): Promise<Registration | undefined> {
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    try {
      return await registerListener(dataDir, order);
    } catch (error) {
      const isAway = error instanceof SandboxNotRunning || error instanceof SandboxRefused;
      if (!isAway) throw error;
    }
  }
  return undefined;
}

/** Removes the endpoint before the connection ends, so that it is gone once that is. */
async function takeAway(dataDir: string, { registered, end }: Registration): Promise<void> {
  // Where this fails, the end of the connection does it
  const control = await openControl(dataDir).catch(() => undefined);
  await control?.removeWebhook(registered.endpointId).catch(() => undefined);
  end();
}

async function hasFirstTries(dataDir: string, { registration }: Held): Promise<boolean> {
  try {
    const control = await openControl(dataDir);
    const { endpointId } = registration.registered;
    const listed = await control.listDeliveries({ endpointId, limit: LOOKED_THROUGH });
    return listed.some(({ state, lastTry }) => state === 'queued' && lastTry === null);
  } catch (error) {
    if (error instanceof SandboxNotRunning || error instanceof SandboxRefused) return false;
    throw error;
  }
}

async function keep(
  dataDir: string,
  held: Held,
  { signal, onLost, onBack }: KeepOptions,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (;;) {
    await Promise.race([held.registration.ended, aborted]);
    if (signal.aborted) return await takeAway(dataDir, held.registration);
    onLost();
    const { endpointId, secret } = held.registration.registered;
    const order = { url: held.url, before: { endpointId, secret } };
    const again = await comeBack(dataDir, order, signal);
    if (!again) return;
    held.registration = again;
    if (!signal.aborted) onBack(again.registered);
  }
}

/**
 * Registers an address with the sandbox that runs on a data folder, and again with the one that comes back after it, until
 * the signal is aborted.
 * @throws {SandboxNotRunning} when none runs at first; {SandboxRefused} when it does not take the address
 */
export async function keepRegistered(
  dataDir: string,
  url: string,
  options: KeepOptions,
): Promise<KeptRegistration> {
  const registration = await registerListener(dataDir, { url });
  const held: Held = { url, registration };
  const gone = keep(dataDir, held, options);
  const hasPending = () => hasFirstTries(dataDir, held);
  return { registered: registration.registered, gone, hasPending };
}
