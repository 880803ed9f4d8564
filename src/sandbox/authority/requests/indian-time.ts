const AHEAD_OF_UTC_MS = 19_800_000;
const WRITTEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{6})?$/;
const TO_SECONDS = 'yyyy-MM-ddTHH:mm:ss'.length;

/** Indian time without offset, as in answers. */
export function writeIndianTime(moment: Date): string {
  const shifted = new Date(moment.getTime() + AHEAD_OF_UTC_MS);
  return shifted.toISOString().slice(0, TO_SECONDS);
}

/** Indian time without offset; null for any other form. */
export function readIndianTime(text: string): Date | null {
  if (!WRITTEN.test(text)) return null;
  const shifted = Date.parse(`${text.slice(0, TO_SECONDS)}Z`);
  return Number.isNaN(shifted) ? null : new Date(shifted - AHEAD_OF_UTC_MS);
}
