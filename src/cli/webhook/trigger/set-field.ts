export type FieldSet =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const PATH = /^[A-Za-z_][\w-]*(\[\d{1,4}\]|\.[\w-]+)*$/;
const UNWANTED = ['__proto__', 'constructor', 'prototype'];

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null;

const refused = (problem: string) => ({ ok: false, problem }) as const;

/** A list accepts its indices and the next one. */
function mayHold(container: Container, key: string): boolean {
  if (!Array.isArray(container)) return true;
  return /^\d+$/.test(key) && Number(key) <= container.length;
}

function segments(path: string): string[] | undefined {
  if (!PATH.test(path)) return undefined;
  const keys = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  return keys.some((key) => UNWANTED.includes(key)) ? undefined : keys;
}

/** Copies JSON with one field set, at a path such as `signers[0].name`. Its parent must exist. */
export function setField(value: unknown, path: string, to: unknown): FieldSet {
  const keys = segments(path);
  if (!keys) return refused(`"${path}" is not a path such as status or signers[0].name`);
  // Through JSON, since an event may contain one object twice.
  const copy: unknown = JSON.parse(JSON.stringify(value));
  let at: unknown = copy;
  for (const key of keys.slice(0, -1)) {
    at = isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (!isContainer(at)) return refused(`${path}: "${key}" is not an object or a list`);
  }
  const last = keys.at(-1) ?? '';
  if (!isContainer(at) || !mayHold(at, last)) return refused(`${path}: the list has no such index`);
  at[last] = to;
  return { ok: true, value: copy };
}

export function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
