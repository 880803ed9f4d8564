import { CONTROLS, UNSAFE } from './unsafe-classes.ts';

const ANY_CONTROL = new RegExp(`[${CONTROLS}]`, 'u');
const EVERY_UNSAFE = new RegExp(`[${UNSAFE}]`, 'gu');

/** Control characters or surrogate halves, which a name must not contain. */
export function hasControls(text: string): boolean {
  return ANY_CONTROL.test(text);
}

const ANY_UNSAFE = new RegExp(`[${UNSAFE}]`, 'u');

/** Control characters, line separators or direction marks. */
export const hasUnsafe = (text: string): boolean => ANY_UNSAFE.test(text);

/** Replaces control characters, line separators and direction marks with spaces. */
export function withoutUnsafe(text: string): string {
  return text.replace(EVERY_UNSAFE, ' ');
}
