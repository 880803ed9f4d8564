/** Each for light and dark schemes. */
const COLOURS = {
  page: ['#f4f5f8', '#11131a'],
  card: ['#ffffff', '#1a1d27'],
  ink: ['#171a26', '#eceef4'],
  muted: ['#565c70', '#a4aabd'],
  line: ['#dde0e8', '#30354a'],
  accent: ['#2447c5', '#8ea6ff'],
  'accent-ink': ['#ffffff', '#10152b'],
  'accent-soft': ['#e8ecfb', '#222a47'],
  field: ['#7b8194', '#7f86a0'],
  good: ['#17693a', '#7fdba3'],
  'good-soft': ['#e3f4e9', '#16301f'],
  bad: ['#a3221d', '#ff9c95'],
  'bad-soft': ['#fceae9', '#3a1a1a'],
  wait: ['#7a4b00', '#ffd48a'],
  'wait-soft': ['#fff1d6', '#3a2c10'],
  test: ['#ffd24d', '#ffd24d'],
  'test-ink': ['#3a2c00', '#3a2c00'],
} as const;

/** Letters and spaces in pixels, at the usual text size. */
const SIZES = {
  text: 17,
  small: 15,
  tiny: 14,
  title: 24,
  'title-wide': 28,
  gap: 16,
  'card-corner': 16,
  'button-corner': 12,
  'field-corner': 8,
} as const;

type TokenColour = keyof typeof COLOURS;
type TokenSize = keyof typeof SIZES;

/** Hexadecimal digits after `#`. */
export const light = (use: TokenColour): string => COLOURS[use][0];

/** Hexadecimal digits after `#`. */
export const dark = (use: TokenColour): string => COLOURS[use][1];

/** Such as `17px`. */
export const px = (use: TokenSize): string => `${SIZES[use]}px`;

const BROWSER_TEXT_PX = 16;

const colours = (of: (use: TokenColour) => string): string =>
  (Object.keys(COLOURS) as TokenColour[]).map((use) => `--${use}: ${of(use)};`).join(' ');

const sizes = Object.entries(SIZES)
  .map(([use, size]) => `--${use}-size: ${size / BROWSER_TEXT_PX}rem;`)
  .join(' ');

/** A pressed button spins, and letters on stems get more line height. */
const SHARED_RULES = `* { box-sizing: border-box; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
:lang(hi) body { line-height: 1.65; }
:lang(hi) :is(h1, h2) { line-height: 1.4; letter-spacing: 0; }
[aria-busy="true"]::after { content: ""; display: inline-block; width: .875em; height: .875em; margin-left: .625rem; border: 2px solid;
  border-right-color: transparent; border-radius: 50%; vertical-align: -.0625em; animation: turn 1s linear infinite; }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { [aria-busy="true"]::after { animation: none; } }
`;

/** Colours and sizes as custom properties such as `--ink`, `--small-size`, and the shared rules. */
export const TOKENS_CSS = `:root { color-scheme: light dark; ${colours(light)} ${sizes} }
@media (prefers-color-scheme: dark) { :root { ${colours(dark)} } }
${SHARED_RULES}`;
