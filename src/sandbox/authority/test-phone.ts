/** A text message to a test identity's phone. */
export interface PhoneMessage {
  readonly at: Date;
  /** 10 digits. */
  readonly mobile: string;
  /** Identifies the session. */
  readonly reference: string;
  readonly code: string;
  readonly text: string;
}

/** The phone of every test identity, in memory only. */
export interface TestPhone {
  deliver(message: PhoneMessage): void;
  /** Every message, oldest first. */
  messages(): readonly PhoneMessage[];
  clear(): void;
}

const KEPT = 1000;

/** Creates a phone that keeps its last 1000 messages. */
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
