/** Whether a value that came from outside has fields that can be asked for: an object, but no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
