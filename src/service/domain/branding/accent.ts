import { dark, light } from '../../../html/tokens.ts';
import type { Colour } from './contrast.ts';
import { contrastOf, mixed } from './contrast.ts';

/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** The accent of signers' pages and mails: links stand on pages and cards in it, and words stand on buttons of it. */
export interface Accents {
  readonly light: Colour;
  readonly dark: Colour;
}

/** The accents of an account without a colour. */
export const OWN_ACCENTS: Accents = { light: light('accent'), dark: dark('accent') };

type Scheme = typeof light | typeof dark;

/** The lowest contrast of an accent, with what it stands on and with what stands on it. */
const lowest = (accent: Colour, scheme: Scheme): number =>
  Math.min(
    ...(['page', 'card', 'accent-ink'] as const).map((use) => contrastOf(accent, scheme(use))),
  );

const isReadable = (accent: Colour, scheme: Scheme): boolean =>
  lowest(accent, scheme) >= LEAST_CONTRAST;

const STEPS = 20;

/** The first colour on the way to another that can be read. */
function towards(colour: Colour, end: Colour, scheme: Scheme): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const accent = mixed(colour, end, step / STEPS);
    if (isReadable(accent, scheme)) return accent;
  }
  return end;
}

/** The accents of a colour: as it is on light pages, and mixed with as much white as dark ones need. */
export const accentsOf = (colour: Colour | null): Accents =>
  colour === null ? OWN_ACCENTS : { light: colour, dark: towards(colour, '#ffffff', dark) };

/** Why a colour cannot be used: its contrast on light pages, and a darker one that can be. */
export interface ColourProblem {
  readonly contrast: number;
  readonly darker: Colour;
}

/** Undefined for a colour that can be used. */
export const colourProblem = (colour: Colour): ColourProblem | undefined =>
  isReadable(colour, light)
    ? undefined
    : { contrast: lowest(colour, light), darker: towards(colour, '#000000', light) };
