import { EXIT } from './exit-codes.ts';

/** The signals that end a command in an orderly way. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Turns the first SIGINT or SIGTERM into an abort; the second one ends the process at once. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came; undefined when none did. */
  exitCode(): number | undefined;
  /** Stops listening. */
  dispose(): void;
}

const CODES: Readonly<Record<StopSignal, number>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
};

/** Listens to both signals until disposed of. */
export function catchInterruption(): Interruption {
  const controller = new AbortController();
  let received: StopSignal | undefined;
  const stop = (name: NodeJS.Signals) => {
    if (name !== 'SIGINT' && name !== 'SIGTERM') return;
    if (received !== undefined) process.exit(CODES[name]);
    received = name;
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
