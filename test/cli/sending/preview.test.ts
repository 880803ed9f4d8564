import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preview, previewPage } from '../../../src/cli/sending/preview.ts';
import { withPreviewValue } from '../../../src/cli/sending/send-flags.ts';
import { Printer } from '../../../src/cli/terminal/printer.ts';
import { drawPng } from '../../../src/pdf/reading/draw-png.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { twoParties } from '../../support/drawing/words-pdfs.ts';

test.each([
  ['send c.pdf --preview', 'send c.pdf --preview=browser'],
  ['send --preview c.pdf', 'send --preview=browser c.pdf'],
  ['send c.pdf --preview --signer x', 'send c.pdf --preview=browser --signer x'],
  ['send c.pdf --preview out.html', 'send c.pdf --preview out.html'],
  ['send --preview out.HTM c.pdf', 'send --preview out.HTM c.pdf'],
  ['send c.pdf --preview=out.html', 'send c.pdf --preview=out.html'],
  ['send c.pdf -- --preview', 'send c.pdf -- --preview'],
])('%s', (argv, parsed) => {
  expect(withPreviewValue(argv.split(' ')).join(' ')).toBe(parsed);
});

const position = { page: 1, x: 59.5, y: 84.2, width: 140, height: 110 };
const signer = { name: 'Asha <b>Rao', email: 'asha@example.in', phone: '9876543210' };
const box = { order: 1, name: signer.name, position, coversText: false };
const plan = { name: 'lease.pdf', pages: 1, sha256: 'ab', signers: [signer] };
const picture = { width: 595, height: 842, png: Buffer.from('png') };

test('boxes stand where they are on the page, with names that cannot be markup', () => {
  const html = previewPage(plan, [box], [{ number: 1, picture }]);
  expect(html).toContain(
    '<div class="box" style="left:10.000%;bottom:10.000%;width:23.529%;height:13.064%"><span>1 Asha &lt;b&gt;Rao</span>',
  );
  expect(html).not.toContain('<b>');
  expect(html).toContain('<p>1 page. Nothing was sent.');
  expect(html).toContain('src="data:image/png;base64,cG5n"');
});

test('a box over text says so', () => {
  const html = previewPage(plan, [{ ...box, coversText: true }], [{ number: 1, picture }]);
  expect(html).toMatch(/<div class="box covers" [^>]*><span>1 [^<]* – covers text/);
});

test('a page that cannot be drawn still names its signatures', () => {
  const html = previewPage(plan, [box], [{ number: 1, picture: undefined }]);
  expect(html).toContain('This page could not be drawn.');
  expect(html).toContain('<li>1 Asha &lt;b&gt;Rao</li>');
});

const pdfium = await testPdfium();
const drawn: number[] = [];
const context = {
  out: new Printer({ isJson: true, color: false }),
  mayAsk: false,
  reader: {
    drawPage: async (bytes: Uint8Array, page: number) => {
      drawn.push(page);
      return drawPng(pdfium, { bytes, page });
    },
  },
};

test('a preview is one file that is not overwritten unless that is forced', async () => {
  const target = join(await makeTestFolder(), 'preview.html');
  const shown = { pdf: twoParties, plan, boxes: [box] };
  expect(await preview(shown, { target, force: false }, context)).toBe(target);
  const html = await readFile(target, 'utf8');
  expect(html).toMatch(/src="data:image\/png;base64,iVBORw0KGgo/);
  await expect(preview(shown, { target, force: false }, context)).rejects.toThrow('exists');
  const before = (await stat(target)).ino;
  await preview(shown, { target, force: true }, context);
  expect((await stat(target)).ino).not.toBe(before);
});

test('a long document is drawn only where somebody signs', async () => {
  const target = join(await makeTestFolder(), 'preview.html');
  const long = { ...plan, pages: 51 };
  drawn.length = 0;
  await preview({ pdf: twoParties, plan: long, boxes: [box] }, { target, force: false }, context);
  expect(drawn).toEqual([1]);
  expect(await readFile(target, 'utf8')).toContain('only pages with signatures are shown');
});

test('nobody opens a browser where nobody can be asked', async () => {
  const shown = { pdf: twoParties, plan, boxes: [] };
  const refused = preview(shown, { target: 'browser', force: false }, context);
  await expect(refused).rejects.toMatchObject({ exitCode: 2, code: 'input_needed' });
});
