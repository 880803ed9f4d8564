import { isTable } from './is-table.ts';

/** On one line. JSON strings are TOML strings too. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (!isTable(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${key} = ${tomlValue(one)}`);
  return `{ ${pairs.join(', ')} }`;
}
