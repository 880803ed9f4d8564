import { dark, light } from '../../../html/tokens.ts';

/** `#` and six hexadecimal digits, such as `#2447c5`. */
export type Colour = string;

const channelsOf = (colour: Colour): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** Linearises a channel of sRGB (WCAG 2.2, relative luminance). */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes in a share, from 0 to 1, of another colour. */
export function mixed(colour: Colour, other: Colour, share: number): Colour {
  const added = channelsOf(other);
  const channels = channelsOf(colour).map((channel, index) =>
    Math.round(channel + ((added[index] ?? 0) - channel) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

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
