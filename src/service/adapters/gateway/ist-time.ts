const IST_OFFSET_MS = 330 * 60_000;
const SECONDS_LENGTH = 19;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/** The protocol's form: `yyyy-MM-dd'T'HH:mm:ss` in Indian time, without offset. */
export const toIst = (at: Date): string =>
  new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, SECONDS_LENGTH);

/** Indian time unless there's an offset; undefined for an invalid time. */
export function fromIst(text: string): Date | undefined {
  const [, seconds, fraction = '0', offset = '+05:30'] = TIME.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  const at = new Date(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
