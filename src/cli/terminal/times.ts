const MONTHS = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
];
const MINUTES_AN_HOUR = 60;
const HALF_DAY_MS = 12 * 3_600_000;
/** Each unit, and the distance from which a larger one is used. */
const STEPS = [
  { below: 60_000, unit: 'second', ms: 1000 },
  { below: 3_600_000, unit: 'minute', ms: 60_000 },
  { below: 86_400_000, unit: 'hour', ms: 3_600_000 },
  { below: 30 * 86_400_000, unit: 'day', ms: 86_400_000 },
] as const;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const two = (count: number): string => String(count).padStart(2, '0');

// `Intl.DateTimeFormat` takes 20 ms to load, a fourth of a short command.
const dayOf = (date: Date): string => `${two(date.getDate())} ${MONTHS[date.getMonth()]}`;
const fullDayOf = (date: Date): string => `${dayOf(date)} ${date.getFullYear()}`;
const minuteOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;
const secondOf = (date: Date): string => `${minuteOf(date)}:${two(date.getSeconds())}`;

/** The local zone at a time, such as `UTC` or `GMT+5:30`. */
function zoneOf(date: Date): string {
  const ahead = -date.getTimezoneOffset();
  if (ahead === 0) return 'UTC';
  const minutes = Math.abs(ahead) % MINUTES_AN_HOUR;
  const hours = (Math.abs(ahead) - minutes) / MINUTES_AN_HOUR;
  return `GMT${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`;
}

/** In the local zone, to the minute; a dash for null. */
export function localTime(iso: string | null): string {
  if (iso === null) return '–';
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${fullDayOf(date)}, ${minuteOf(date)} ${zoneOf(date)}`;
}

/** UTC, then local time if its zone differs: `20 Nov 2026, 12:04:05 UTC (17:34:05 GMT+5:30)`. */
export function utcAndLocal(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = `${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const utc = `${day}, ${date.toISOString().slice(11, 19)} UTC`;
  const zone = zoneOf(date);
  if (zone === 'UTC') return utc;
  const localDay = fullDayOf(date) === day ? '' : `${fullDayOf(date)}, `;
  return `${utc} (${localDay}${secondOf(date)} ${zone})`;
}

/** Such as `5 min. ago` or `in 3 days`; beyond a month, the date; a dash for null. */
export function relativeTime(iso: string | null, now = Date.now()): string {
  if (iso === null) return '–';
  const away = new Date(iso).getTime() - now;
  if (Number.isNaN(away)) return iso;
  const step = STEPS.find(({ below }) => Math.abs(away) < below);
  if (!step) return fullDayOf(new Date(now + away));
  const format = new Intl.RelativeTimeFormat('en', { style: 'short' });
  return format.format(Math.trunc(away / step.ms), step.unit);
}

/** For a narrow column: the clock within half a day, otherwise the date; a dash for null. */
export function shortTime(iso: string | null, now = Date.now()): string {
  if (iso === null) return '–';
  const date = new Date(iso);
  const isNear = Math.abs(date.getTime() - now) < HALF_DAY_MS;
  return isNear ? secondOf(date) : dayOf(date);
}

/** Parses `90s`, `10m`, `1h30m` or `3d` into milliseconds; a bare number is seconds. */
export function parseDuration(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^(\d+(\.\d+)?(ms|[smhdw]))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g);
  return [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}

/** Such as `850 ms`, `12 s`, `3 min` or `2 h`. */
export function shortDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 100_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 6_000_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}
