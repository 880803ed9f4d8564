import { dark, light } from '../../../html/tokens.ts';
import type { Colour } from './contrast.rules.ts';
import { contrastOf, mixed } from './contrast.rules.ts';

/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** Accents of signers' pages and mails: for links on pages and cards, and for buttons with text. */
export interface Accents {
  readonly light: Colour;
  readonly dark: Colour;
}

export const OWN_ACCENTS: Accents = { light: light('accent'), dark: dark('accent') };

type Scheme = typeof light | typeof dark;

/** The lowest contrast of an accent, with its backgrounds and with text on it. */
const lowest = (accent: Colour, scheme: Scheme): number =>
  Math.min(
    ...(['page', 'card', 'accent-ink'] as const).map((use) => contrastOf(accent, scheme(use))),
  );

const isReadable = (accent: Colour, scheme: Scheme): boolean =>
  lowest(accent, scheme) >= LEAST_CONTRAST;

const STEPS = 20;

/** The first readable colour on the way to another. */
function towards(colour: Colour, end: Colour, scheme: Scheme): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const accent = mixed(colour, end, step / STEPS);
    if (isReadable(accent, scheme)) return accent;
  }
  return end;
}

/** Unchanged on light pages, and mixed with as much white as dark ones need. */
export const accentsOf = (colour: Colour | null): Accents =>
  colour === null ? OWN_ACCENTS : { light: colour, dark: towards(colour, '#ffffff', dark) };

/** A colour's contrast on light pages is too low. `darker` would be readable. */
export interface ColourProblem {
  readonly contrast: number;
  readonly darker: Colour;
}

/** Undefined for a usable colour. */
export const colourProblem = (colour: Colour): ColourProblem | undefined =>
  isReadable(colour, light)
    ? undefined
    : { contrast: lowest(colour, light), darker: towards(colour, '#000000', light) };
