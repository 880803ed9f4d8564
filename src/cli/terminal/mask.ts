const SHOWN_TAIL = 4;
const SHORTEST_WITH_TAIL = 16;

/** A key or secret as it may be shown: its kind and its last four characters, nothing of a short one. */
export function maskKey(key: string): string {
  const prefix = /^[a-z]+_(?:[a-z]+_)?/.exec(key)?.[0] ?? '';
  const tail = key.length >= SHORTEST_WITH_TAIL ? key.slice(-SHOWN_TAIL) : '';
  return `${prefix}…${tail}`;
}

/** A phone as it may be kept: its last four digits. */
export const maskPhone = (phone: string): string =>
  phone.slice(-SHOWN_TAIL).padStart(phone.length, '•');
