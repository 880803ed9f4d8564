import { Value } from 'typebox/value';
import { DocumentName } from './document.ts';
import { LIMITS } from './limits.ts';
import { hasControls } from './unsafe-characters.ts';

/** The problem with a trimmed document name, as words to follow the subject; undefined if none. */
export function documentNameProblem(name: string): string | undefined {
  if (!Value.Check(DocumentName, name)) {
    return `must be text of at most ${LIMITS.documentNameLength} characters`;
  }
  return hasControls(name) ? 'must hold no line break or other control character' : undefined;
}
