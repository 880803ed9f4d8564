import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { readableTime } from '../../../languages/readable-time.ts';
import { WORDS } from './words/dashboard.words.ts';

const { duration } = WORDS.common;

/** Indian time, such as `20 Nov 2026, 5:34 pm IST`, with UTC in its attributes. */
export const timeOf = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${at.toISOString()}">${readableTime('en', at)}</time>`;

const UNITS = [
  { ms: 86_400_000, name: 'day' },
  { ms: 3_600_000, name: 'hour' },
  { ms: 60_000, name: 'minute' },
] as const;

/** In the two largest units, such as `1 day 4 hours`; `less than a minute` below that. */
export function durationOf(ms: number): string {
  const [largest, next] = UNITS.slice(UNITS.findIndex((unit) => ms >= unit.ms));
  if (!largest || ms < largest.ms) return duration([]);
  const whole = Math.floor(ms / largest.ms);
  const rest = next ? Math.floor((ms - whole * largest.ms) / next.ms) : 0;
  return duration([
    [whole, largest.name],
    ...(next && rest > 0 ? [[rest, next.name] as const] : []),
  ]);
}
