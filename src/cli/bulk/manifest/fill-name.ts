import { hasControls } from '../../../contract/unsafe-characters.ts';
import { simpleHead } from '../../csv/simple-head.ts';
import { nearestWord } from '../../input/edit-distance.ts';

/** A name with its columns filled in, or the problems that stand against it. */
export type FilledName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problems: readonly string[] };

const SLOT = /\{\{([^{}]*)\}\}/g;

function problemOf(slot: string, words: ReadonlyMap<string, string>): string | undefined {
  const word = words.get(simpleHead(slot));
  if (word !== undefined && word.trim() !== '') return undefined;
  if (word !== undefined) return `the name needs "${slot.trim()}", which is empty here`;
  const near = nearestWord(simpleHead(slot), [...words.keys()]);
  const hint = near === undefined ? '' : `; did you mean {{${near}}}?`;
  return `the name needs "${slot.trim()}", and there is no such column${hint}`;
}

/** Fills `{{column}}` in a name with the row's cells; an unknown column or an empty cell is a problem. Pure. */
export function fillName(template: string, words: ReadonlyMap<string, string>): FilledName {
  const slots = [...new Set([...template.matchAll(SLOT)].map(([, slot = '']) => slot))];
  const problems = slots
    .map((slot) => problemOf(slot, words))
    .filter((problem) => problem !== undefined);
  if (problems.length > 0) return { ok: false, problems };
  const name = template.replace(SLOT, (_, slot: string) => words.get(simpleHead(slot)) ?? '');
  if (hasControls(name))
    return { ok: false, problems: ['the name holds a line break or another control character'] };
  return { ok: true, name: name.trim() };
}
