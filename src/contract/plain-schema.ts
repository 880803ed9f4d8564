const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => key !== '$id' || typeof item !== 'string',
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, copy(item)]));
}

/**
 * A copy of a schema without the `$id` of it and of any schema inside it, for Fastify's serialiser, which refuses to
 * meet one `$id` twice. A property that happens to be called `$id` stays. The schema given is left as it is.
 */
export function withoutIds<T extends object>(schema: T): T;
export function withoutIds(schema: object): unknown {
  return copy(schema);
}
