import { EXIT } from '../errors/exit-codes.ts';

type StopSignal = 'SIGINT' | 'SIGTERM';

/** A package that cleans up at exit repeats each signal immediately; a user's second Ctrl-C comes later. */
const ECHO_MS = 300;

/** Turns the first SIGINT or SIGTERM into an abort; the second exits immediately. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the signal received, if any. */
  exitCode(): number | undefined;
  dispose(): void;
}

const CODES: Readonly<Record<StopSignal, number>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
};

/** Handles both signals until disposed. */
export function catchInterruption(): Interruption {
  const controller = new AbortController();
  let received: StopSignal | undefined;
  let receivedAt = 0;
  const stop = (name: NodeJS.Signals) => {
    if (name !== 'SIGINT' && name !== 'SIGTERM') return;
    if (received !== undefined && performance.now() - receivedAt < ECHO_MS) return;
    if (received !== undefined) process.exit(CODES[name]);
    received = name;
    receivedAt = performance.now();
    controller.abort(new Error(`stopped by ${name}`));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    exitCode: () => received && CODES[received],
    dispose: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
