const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function idOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.$id === 'string' ? value.$id : undefined;
}

/** Every schema with an `$id` in a value, at any depth, by its `$id`; the deeper ones first. */
export function namedSchemas(value: unknown): Map<string, object> {
  const found = new Map<string, object>();
  if (typeof value !== 'object' || value === null) return found;
  for (const item of Object.values(value))
    for (const [id, schema] of namedSchemas(item)) found.set(id, schema);
  const id = idOf(value);
  return id === undefined ? found : found.set(id, value);
}

/** A copy of a value without its own `$id`; what is inside is copied by `copyInside`. */
function copied(value: unknown, copyInside: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(copyInside);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => key !== '$id' || typeof item !== 'string',
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, copyInside(item)]));
}

const withoutAnyId = (value: unknown): unknown => copied(value, withoutAnyId);

/**
 * A copy of a schema without the `$id` of it and of any schema inside it, for Fastify's serialiser, which refuses to
 * meet one `$id` twice. A property that happens to be called `$id` stays. The schema given is left as it is.
 */
export function withoutIds<T extends object>(schema: T): T;
export function withoutIds(schema: object): unknown {
  return withoutAnyId(schema);
}

/** A copy of a value in which each schema with an `$id` is a reference to the OpenAPI document's components. */
export function withReferences(value: unknown): unknown {
  const id = idOf(value);
  return id === undefined ? withReferencesInside(value) : { $ref: `#/components/schemas/${id}` };
}

/**
 * A copy of a schema without its own `$id`, in which each named schema inside it is a reference. The `$id` has to go,
 * since it would change what references are relative to (JSON Schema 2020-12, section 8.2.1).
 */
export function withReferencesInside(value: unknown): unknown {
  return copied(value, withReferences);
}
