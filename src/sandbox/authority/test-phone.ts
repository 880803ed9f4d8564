/** A text message to a test identity's phone. */
export interface PhoneMessage {
  readonly at: Date;
  /** 10 digits. */
  readonly mobile: string;
  /** Tells messages of one session from those of another. */
  readonly reference: string;
  readonly code: string;
  readonly text: string;
}

/** The phone of every test identity: kept in memory only. */
export interface TestPhone {
  deliver(message: PhoneMessage): void;
  /** Every message, oldest first. */
  messages(): readonly PhoneMessage[];
  clear(): void;
}

const KEPT = 1000;

/** A phone that remembers its last 1000 messages while the process lives. */
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
