const SHOWN_TAIL = 4;
const SHORTEST_WITH_TAIL = 16;

/** Keeps the prefix and, of a long key, the last four characters. */
export function maskKey(key: string): string {
  const prefix = /^[a-z]+_(?:[a-z]+_)?/.exec(key)?.[0] ?? '';
  const tail = key.length >= SHORTEST_WITH_TAIL ? key.slice(-SHOWN_TAIL) : '';
  return `${prefix}…${tail}`;
}

/** Keeps the last four digits. */
export const maskPhone = (phone: string): string =>
  phone.slice(-SHOWN_TAIL).padStart(phone.length, '•');
