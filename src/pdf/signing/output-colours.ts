import type { PDF } from '@libpdf/core';
import { readArray, readDict, readNumber } from '../objects.ts';

type Rgb = readonly [number, number, number];

const RGB = /(\d*\.?\d+) (\d*\.?\d+) (\d*\.?\d+) (rg|RG)\b/g;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** With the same lightness (ITU-R BT.601). */
const greyOf = ([red, green, blue]: Rgb): number[] => [0.299 * red + 0.587 * green + 0.114 * blue];

function inksOf([red, green, blue]: Rgb): number[] {
  const light = Math.max(red, green, blue);
  const inks = [red, green, blue].map((value) => (light === 0 ? 0 : (light - value) / light));
  return [...inks, 1 - light];
}

/** By number of components in the output intent's profile. */
const CONVERSIONS = new Map([
  [1, { components: greyOf, operators: { rg: 'g', RG: 'G' } }],
  [4, { components: inksOf, operators: { rg: 'k', RG: 'K' } }],
]);

/** Grey or CMYK if the output intent is, as PDF/A demands (ISO 32000-2, 14.11.5). */
export function inOutputColours(pdf: PDF, content: string): string {
  const [intent] = readArray(pdf, pdf.getCatalog().get('OutputIntents')) ?? [];
  const profile = readDict(pdf, readDict(pdf, intent)?.get('DestOutputProfile'));
  const conversion = CONVERSIONS.get(readNumber(pdf, profile?.get('N')) ?? 0);
  if (conversion === undefined) return content;
  const { components, operators } = conversion;
  return content.replace(RGB, (operation) => {
    const [red, green, blue, operator] = operation.split(' ');
    const numbers = components([Number(red), Number(green), Number(blue)]).map(rounded);
    return [...numbers, operator === 'rg' ? operators.rg : operators.RG].join(' ');
  });
}
