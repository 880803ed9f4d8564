import { fail } from '../../errors.ts';
import { numbersIn } from './equal.ts';
import type { State } from './state.ts';

/** Numbers of objects that are referenced but do not exist. */
export type Missing = ReadonlySet<number>;

function addMissing(state: State, from: Iterable<number>, missing: Set<number>): void {
  for (const id of from) if (state.get(id) === undefined) missing.add(id);
}

export function missingIn(state: State): Missing {
  const missing = new Set<number>();
  const seen = new Set<number>();
  const open = [state.trailer.get('Root'), state.trailer.get('Info')].flatMap(numbersIn);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const next = numbersIn(state.get(id));
    addMissing(state, [id, ...next], missing);
    open.push(...next);
  }
  return missing;
}

/** Throws PdfError CHANGED if a missing object is supplied, which changes what refers to it. */
export function stillMissing(
  missing: Missing,
  after: State,
  written: ReadonlySet<number>,
): Missing {
  const supplied = [...written].find((id) => missing.has(id) && after.get(id) !== undefined);
  if (supplied !== undefined) fail('CHANGED', 'something that was missing was supplied later');
  const all = new Set(missing);
  for (const id of written) addMissing(after, numbersIn(after.get(id)), all);
  return all;
}
