import type { Problem } from './problem.ts';

export interface Reading {
  readonly file: string | undefined;
  readonly problems: Problem[];
  /** Variables and flags of settings from outside the file, by dotted path. */
  readonly written: Map<string, string>;
  /** Dotted paths of settings with a problem, which are not reported as missing too. */
  readonly refused: Set<string>;
}

/** True for a TOML table. Dates are objects too. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;

/** On one line. JSON strings are TOML strings too. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (!isTable(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${key} = ${tomlValue(one)}`);
  return `{ ${pairs.join(', ')} }`;
}
