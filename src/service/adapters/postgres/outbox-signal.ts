/** Tells who waits for the outbox that something was queued. */
export interface OutboxSignal {
  /** Calls back at each signal until the answer is called. */
  on(wake: () => void): () => void;
  wake(): void;
}

/** A signal within this process. */
export function outboxSignal(): OutboxSignal {
  const waiting = new Set<() => void>();
  return {
    on: (wake) => {
      waiting.add(wake);
      return () => void waiting.delete(wake);
    },
    wake: () => {
      for (const wake of waiting) wake();
    },
  };
}
