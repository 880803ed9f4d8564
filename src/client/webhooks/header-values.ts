import { isRecord } from '../../contract/is-record.ts';

/** Headers from Node, fetch or a plain object. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const hasGet = (headers: unknown): headers is { get(name: string): unknown } =>
  isRecord(headers) && typeof headers.get === 'function';

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** Every value of a header; the case of its name is ignored. */
export function valuesOf(headers: DeliveryHeaders, name: string): readonly unknown[] {
  if (hasGet(headers)) return listOf(headers.get(name));
  const wanted = name.toLowerCase();
  const found: unknown[] = [];
  for (const key of Object.keys(headers)) {
    if (key.length === name.length && key.toLowerCase() === wanted)
      found.push(...listOf(headers[key]));
  }
  return found;
}
