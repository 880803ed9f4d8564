/** A value with a field set, or what was wrong with the path. */
export type FieldSet =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const PATH = /^[A-Za-z_][\w-]*(\[\d{1,4}\]|\.[\w-]+)*$/;
const UNWANTED = ['__proto__', 'constructor', 'prototype'];

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null;

const refused = (problem: string) => ({ ok: false, problem }) as const;

/** A list takes the places that it has, and the next one. */
function mayHold(container: Container, key: string): boolean {
  if (!Array.isArray(container)) return true;
  return /^\d+$/.test(key) && Number(key) <= container.length;
}

function segments(path: string): string[] | undefined {
  if (!PATH.test(path)) return undefined;
  const keys = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  return keys.some((key) => UNWANTED.includes(key)) ? undefined : keys;
}

/**
 * A copy of a JSON value in which the field at a path such as `signers[0].name` or `status` is another one. What leads to the
 * field has to be there; the field itself may be new.
 */
export function setField(value: unknown, path: string, to: unknown): FieldSet {
  const keys = segments(path);
  if (!keys) return refused(`"${path}" is no path such as status or signers[0].name`);
  // Through JSON, so that what stands in two places of an event is changed in the one that was named
  const copy: unknown = JSON.parse(JSON.stringify(value));
  let at: unknown = copy;
  for (const key of keys.slice(0, -1)) {
    at = isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (!isContainer(at)) return refused(`${path}: there is nothing at "${key}" to set a field of`);
  }
  const last = keys.at(-1) ?? '';
  if (!isContainer(at) || !mayHold(at, last)) return refused(`${path}: the list has no such place`);
  at[last] = to;
  return { ok: true, value: copy };
}

/** A value as it is typed: JSON where it is JSON, else the text itself. */
export function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
