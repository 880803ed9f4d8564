import { describe, expect, test } from 'vitest';
import {
  accentsOf,
  colourProblem,
  contrastOf,
  LEAST_CONTRAST,
  mixed,
  OWN_ACCENTS,
} from '../../../../src/service/core/branding/accent.rules.ts';

/** Known pairs; those of greys are the well-known limits of WCAG. */
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#949494', '#ffffff', 3.03],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
  ['#00ff00', '#ffffff', 1.37],
  ['#ffff00', '#000000', 19.56],
  ['#2447c5', '#ffffff', 7.55],
])('the contrast of %s and %s is %d, in either order', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test('a mixture takes its share of each channel', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mixed('#102030', '#ffffff', 0)).toBe('#102030');
  expect(mixed('#102030', '#ffffff', 1)).toBe('#ffffff');
});

describe('a sender’s colour', () => {
  test.each(['#2447c5', '#0e5c58', '#000000', '#8b0000', '#6b6b6b'])('%s is taken', (colour) => {
    expect(colourProblem(colour)).toBeUndefined();
  });

  test.each([
    ['#767676', 'which has 4.5 on white but not on the page, which is darker'],
    ['#ff0000', ''],
    ['#ffcc00', ''],
    ['#ffffff', ''],
    ['#8ea6ff', 'which is readable on dark pages only'],
  ])('%s is refused %s, with a darker one that is taken', (colour) => {
    const problem = colourProblem(colour);
    expect(problem?.contrast).toBeLessThan(LEAST_CONTRAST);
    expect(colourProblem(problem?.darker ?? colour)).toBeUndefined();
  });

  /** Cards and pages in the dark, and words on buttons there. */
  const DARK = ['#1a1d27', '#11131a', '#10152b'];
  const LIGHT = ['#ffffff', '#f4f5f8'];

  test.each(['#2447c5', '#000000', '#0e5c58', '#8b0000', '#4b0082', '#00004d'])(
    '%s can be read on light pages as it is, and on dark ones when it was mixed with white',
    (colour) => {
      const { light, dark } = accentsOf(colour);
      expect(light).toBe(colour);
      for (const ground of LIGHT) expect(contrastOf(light, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of DARK) expect(contrastOf(dark, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('is the service’s own where there is none', () => {
    expect(accentsOf(null)).toEqual(OWN_ACCENTS);
  });
});
