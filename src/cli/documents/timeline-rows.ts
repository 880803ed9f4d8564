import type { TimelineEntry } from '../../contract/extensions/extensions.ts';
import { localTime } from '../terminal/times.ts';

/** Below an attempt that failed: what to tell the signer. Older services give no cause. */
export const timelineRows = (
  entries: readonly (Omit<TimelineEntry, 'cause'> & Partial<TimelineEntry>)[],
): string[][] =>
  entries.flatMap(({ at, text, cause }) => [
    [localTime(at), text],
    ...(cause ? [['', `tell them: "${cause.say}" To be mended by ${cause.mender}.`]] : []),
  ]);
