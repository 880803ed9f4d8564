import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Value } from 'typebox/value';
import { notRunning, openControl, refusalIn, sendControl } from './control-client.ts';
import { SandboxNotRunning, SandboxRefused } from './sandbox-errors.ts';
import type { ListenerOrder } from './webhook-schemas.ts';
import { LISTENERS, Registered } from './webhook-schemas.ts';

/** Longest first line in characters, since another program may listen where a sandbox was. */
const LINE_LENGTH = 64 * 1024;

async function firstLine(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('\n') || text.length > LINE_LENGTH) break;
  }
  response.resume();
  return JSON.parse(text);
}

/**
 * Registers for as long as the connection lasts: `ended` resolves then, and `end` closes it. Throws
 * SandboxNotRunning, or SandboxRefused for a bad URL.
 */
export async function registerListener(dataDir: string, order: ListenerOrder) {
  const response = await sendControl(dataDir, LISTENERS, order);
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
  response.on('error', () => undefined);
  const end = (): void => void response.destroy();
  const registered = await firstLine(response).catch(() => undefined);
  if (Value.Check(Registered, registered)) return { registered, ended, end };
  end();
  throw refusalIn(registered) ?? notRunning(dataDir);
}

type Registration = Awaited<ReturnType<typeof registerListener>>;

const RETRY_MS = 250;
/** Newest deliveries searched for pending ones. */
const SEARCHED = 1000;

export interface KeepOptions {
  readonly signal: AbortSignal;
  /** The sandbox stopped. */
  readonly onLost: () => void;
  /** The sandbox is back, with this endpoint. */
  readonly onBack: (registered: Registered) => void;
}

/** The endpoint to register. */
export type ListenerWish = Omit<ListenerOrder, 'before'>;

interface Current {
  readonly wish: ListenerWish;
  registration: Registration;
}

const isAway = (error: unknown): boolean =>
  error instanceof SandboxNotRunning || error instanceof SandboxRefused;

/** Retries until the sandbox is back; undefined once the signal aborts. */
async function registerAgain(
  dataDir: string,
  order: ListenerOrder,
  signal: AbortSignal,
): Promise<Registration | undefined> {
  while (!signal.aborted) {
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    try {
      return await registerListener(dataDir, order);
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
  return undefined;
}

/** Removes the endpoint first, so that it is gone when the connection ends. */
async function unregister(dataDir: string, { registered, end }: Registration): Promise<void> {
  // If this fails, the end of the connection removes it.
  const control = await openControl(dataDir).catch(() => undefined);
  await control?.removeWebhook({ endpointId: registered.endpointId }).catch(() => undefined);
  end();
}

async function hasFirstAttempts(dataDir: string, { registration }: Current): Promise<boolean> {
  try {
    const control = await openControl(dataDir);
    const { endpointId } = registration.registered;
    const listed = await control.listDeliveries({ endpointId, limit: SEARCHED });
    return listed.some(({ state, lastTry }) => state === 'queued' && lastTry === null);
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  }
}

async function keep(
  dataDir: string,
  current: Current,
  { signal, onLost, onBack }: KeepOptions,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (;;) {
    await Promise.race([current.registration.ended, aborted]);
    if (signal.aborted) return await unregister(dataDir, current.registration);
    onLost();
    const { endpointId, secret } = current.registration.registered;
    const order = { ...current.wish, before: { endpointId, secret } };
    const again = await registerAgain(dataDir, order, signal);
    if (!again) return;
    current.registration = again;
    if (!signal.aborted) onBack(again.registered);
  }
}

/**
 * Registers a URL until the signal aborts, again whenever the sandbox comes back. Throws
 * SandboxNotRunning if none runs at first, or SandboxRefused for a bad URL.
 */
export async function keepRegistered(dataDir: string, wish: ListenerWish, options: KeepOptions) {
  const registration = await registerListener(dataDir, wish);
  const current: Current = { wish, registration };
  /** Resolves when it ends. */
  const gone = keep(dataDir, current, options);
  /** Whether a delivery's first attempt is pending; false if no sandbox answers. */
  const hasPending = () => hasFirstAttempts(dataDir, current);
  return { registered: registration.registered, gone, hasPending };
}

export type KeptRegistration = Awaited<ReturnType<typeof keepRegistered>>;
