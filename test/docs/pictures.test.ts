import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openScreen } from '../../scripts/pictures/screen.ts';
import { pictureSvg } from '../../scripts/pictures/svg.ts';
import { SHOTS } from '../../scripts/pictures/tour.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));

test('there is a picture of each shot, and no other', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(SHOTS.map(({ name }) => `${name}.svg`).sort());
});

test.each(SHOTS)('the picture $name has its title, and its command as text', (shot) => {
  const svg = readFileSync(`${FOLDER}/${shot.name}.svg`, 'utf8');
  expect(svg).toContain(`<title id="title">${shot.title}</title>`);
  expect(svg).toContain(`>${shot.command}<`);
});

async function drawn(bytes: string): Promise<string> {
  const screen = openScreen({ columns: 20, rows: 5 }, () => undefined);
  screen.write(new TextEncoder().encode(bytes));
  return pictureSvg({ title: 'a < b', lines: await screen.runs() });
}

test('each stretch of one style stands in its column, in its colour', async () => {
  const svg = await drawn('\u001b[32m✓\u001b[0m ok  \u001b[1mbold\u001b[0m');
  expect(svg).toContain('<tspan x="0" textLength="8.4" fill="#8fd694">✓</tspan>');
  expect(svg).toContain('<tspan x="16.8" textLength="16.8">ok</tspan>');
  expect(svg).toContain('<tspan x="50.4" textLength="33.6" font-weight="bold">bold</tspan>');
});

test('wide characters take the columns that they have at a terminal', async () => {
  const svg = await drawn('契約 a');
  expect(svg).toContain('textLength="50.4">契約 a<');
});

test('what would be markup is text', async () => {
  const svg = await drawn('<script>&amp;');
  expect(svg).toContain('>&lt;script&gt;&amp;amp;<');
  expect(svg).toContain('<title id="title">a &lt; b</title>');
});

test('what a program writes over is not shown', async () => {
  const screen = openScreen({ columns: 20, rows: 5 }, () => undefined);
  screen.write(new TextEncoder().encode('⠋ sending\r\u001b[Ksent\r\n'));
  expect(await screen.text()).toEqual(['sent']);
});

test('a line that is longer than the terminal is one line of text', async () => {
  const screen = openScreen({ columns: 20, rows: 5 }, () => undefined);
  screen.write(new TextEncoder().encode(`${'word '.repeat(5)}end\r\nnext\r\n`));
  expect(await screen.text()).toEqual(['word word word word word end', 'next']);
});
