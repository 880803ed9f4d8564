export interface PhoneMessage {
  readonly at: Date;
  /** 10 digits. */
  readonly mobile: string;
  readonly reference: string;
  readonly code: string;
  readonly text: string;
}

/** All test identities' phone, in memory only. */
export interface TestPhone {
  deliver(message: PhoneMessage): void;
  /** Oldest first. */
  messages(): readonly PhoneMessage[];
  clear(): void;
}

const KEPT = 1000;

/** Keeps the last 1000 messages. */
export function createTestPhone(): TestPhone {
  let kept: PhoneMessage[] = [];
  return {
    deliver(message) {
      kept = [...kept, message].slice(-KEPT);
    },
    messages: () => kept,
    clear() {
      kept = [];
    },
  };
}
