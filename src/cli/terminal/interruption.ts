import { EXIT } from '../errors/exit-codes.ts';

const CODES = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  /** The terminal was closed. */
  SIGHUP: EXIT.terminated,
} as const;

/** A package with exit handlers repeats each signal immediately; a second Ctrl-C comes later. */
const ECHO_MS = 300;

type StopSignal = keyof typeof CODES;

const isStopSignal = (name: string): name is StopSignal => Object.hasOwn(CODES, name);

/**
 * The first signal aborts; the second exits immediately. SIGINT and SIGTERM, and SIGHUP unless the
 * command has another use for it.
 */
export function catchInterruption({ hangUp = true } = {}) {
  const controller = new AbortController();
  let received: StopSignal | undefined;
  let receivedAt = 0;
  const stop = (name: NodeJS.Signals) => {
    if (!isStopSignal(name)) return;
    if (received !== undefined && performance.now() - receivedAt < ECHO_MS) return;
    if (received !== undefined) process.exit(CODES[name]);
    received = name;
    receivedAt = performance.now();
    controller.abort(new Error(`stopped by ${name}`));
  };
  const names = Object.keys(CODES)
    .filter(isStopSignal)
    .filter((name) => name !== 'SIGHUP' || hangUp);
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    exitCode: () => received && CODES[received],
    dispose: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}

export type Interruption = ReturnType<typeof catchInterruption>;
