/** Tells who waits for the outbox that something was queued, and who watches it that too much waits. */
export interface OutboxSignal {
  /** Calls back at each signal until the answer is called. */
  on(wake: () => void): () => void;
  wake(): void;
  /** Calls back with each endpoint whose event was skipped, until the answer is called. */
  onFull(tell: (endpointId: string) => void): () => void;
  tellFull(endpointId: string): void;
}

function listeners<Said extends unknown[]>() {
  const all = new Set<(...said: Said) => void>();
  return {
    add: (listener: (...said: Said) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: (...said: Said) => {
      for (const listener of all) listener(...said);
    },
  };
}

/** A signal within this process. */
export function outboxSignal(): OutboxSignal {
  const queued = listeners<[]>();
  const full = listeners<[string]>();
  return { on: queued.add, wake: queued.call, onFull: full.add, tellFull: full.call };
}
