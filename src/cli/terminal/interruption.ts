import { EXIT } from '../errors/exit-codes.ts';

type StopSignal = 'SIGINT' | 'SIGTERM';

/** A package with exit handlers repeats each signal immediately; a second Ctrl-C comes later. */
const ECHO_MS = 300;

/** The first SIGINT or SIGTERM aborts; the second exits immediately. */
export interface Interruption {
  readonly signal: AbortSignal;
  exitCode(): number | undefined;
  dispose(): void;
}

const CODES: Readonly<Record<StopSignal, number>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
};

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
