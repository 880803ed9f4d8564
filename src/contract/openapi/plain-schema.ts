import { isRecord } from '../is-record.ts';

function idOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.$id === 'string' ? value.$id : undefined;
}

/** Every schema with an `$id` in a value, at any depth; inner ones come first. */
export function namedSchemas(value: unknown): Map<string, object> {
  const found = new Map<string, object>();
  if (typeof value !== 'object' || value === null) return found;
  for (const item of Object.values(value))
    for (const [id, schema] of namedSchemas(item)) found.set(id, schema);
  const id = idOf(value);
  return id === undefined ? found : found.set(id, value);
}

/** Copies a value without its own `$id`, and its parts by `copyInside`. */
function copied(value: unknown, copyInside: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(copyInside);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => key !== '$id' || typeof item !== 'string',
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, copyInside(item)]));
}

const withoutAnyId = (value: unknown): unknown => copied(value, withoutAnyId);

/** Without `$id`s, because Fastify's serialiser rejects repeated ones. A property `$id` stays. */
export function withoutIds<T extends object>(schema: T): T;
export function withoutIds(schema: object): unknown {
  return withoutAnyId(schema);
}

/** Copies a value, replacing schemas with an `$id` by references to the components. */
export function withReferences(value: unknown): unknown {
  const id = idOf(value);
  return id === undefined ? withReferencesInside(value) : { $ref: `#/components/schemas/${id}` };
}

/** Drops its own `$id`, which would rebase its references (JSON Schema 2020-12, 8.2.1). */
export function withReferencesInside(value: unknown): unknown {
  return copied(value, withReferences);
}
