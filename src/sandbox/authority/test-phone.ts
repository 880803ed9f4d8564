export interface PhoneMessage {
  readonly at: Date;
  /** 10 digits. */
  readonly mobile: string;
  readonly reference: string;
  readonly code: string;
  readonly text: string;
}

const KEPT = 1000;

/** All test identities' phone, in memory only. Keeps the last 1000 messages. */
export function createTestPhone() {
  let kept: PhoneMessage[] = [];
  return {
    deliver(message: PhoneMessage) {
      kept = [...kept, message].slice(-KEPT);
    },
    /** Oldest first. */
    messages: (): readonly PhoneMessage[] => kept,
    clear() {
      kept = [];
    },
  };
}

export type TestPhone = ReturnType<typeof createTestPhone>;
