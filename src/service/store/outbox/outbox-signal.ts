/** Signals that something was queued, or that an endpoint's backlog is full. */
export interface OutboxSignal {
  /** Calls back at each signal. Returns a function that unsubscribes. */
  on(wake: () => void): () => void;
  wake(): void;
  /** Calls back with endpoints whose event was skipped. Returns a function that unsubscribes. */
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

export function outboxSignal(): OutboxSignal {
  const queued = listeners<[]>();
  const full = listeners<[string]>();
  return { on: queued.add, wake: queued.call, onFull: full.add, tellFull: full.call };
}
