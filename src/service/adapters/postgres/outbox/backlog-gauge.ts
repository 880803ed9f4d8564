/** Most that waits for one endpoint: an outage of a week must not fill the disk with what nobody takes. */
export const MOST_WAITING = 10_000;
/** What was counted holds for so small a part of what there was still room for. */
const PARTS = 16;

/** Tells when to count what waits for an account's endpoints: to count takes the longer, the more waits. */
export interface BacklogGauge {
  /** Takes room for an event to each of the account's endpoints; false when what waits is to be counted first. */
  takeRoom(accountId: string): boolean;
  /** Notes what was counted: the most that waits for one of the account's endpoints. */
  note(accountId: string, waiting: number): void;
}

/**
 * A gauge of one process. It takes nothing for granted for longer than a sixteenth of the room that it found, so that
 * one process alone never exceeds the limit, and each beside it by a sixteenth at most.
 */
export function backlogGauge(): BacklogGauge {
  const rooms = new Map<string, number>();
  return {
    takeRoom(accountId) {
      const room = rooms.get(accountId) ?? 0;
      if (room > 1) rooms.set(accountId, room - 1);
      else rooms.delete(accountId);
      return room > 0;
    },
    note(accountId, waiting) {
      const room = Math.floor((MOST_WAITING - waiting) / PARTS);
      if (room > 0) rooms.set(accountId, room);
      else rooms.delete(accountId);
    },
  };
}
