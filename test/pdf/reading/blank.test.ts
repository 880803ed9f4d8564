import { expect, test } from 'vitest';
import { coversText } from '../../../src/pdf/reading/blank.ts';
import { surveyPages } from '../../../src/pdf/reading/survey.ts';
import { drawnPage } from '../../support/drawing/drawn-page.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';

/** A line of text from (60, 400) to about (200, 411), a typed rule at 300, a drawn one at 200, a picture at 100. */
const bytes = drawnPage({
  content: `BT /F1 12 Tf 1 0 0 1 60 400 Tm (For the Lessee, Asha) Tj
    1 0 0 1 60 300 Tm (____________________________) Tj ET
    60 200 m 300 200 l S 60 20 200 100 re f`,
});
const [blank] = surveyPages(await testPdfium(), { bytes, pages: [1] }) ?? [];
if (!blank) throw new Error('the page cannot be surveyed');

test.each([
  ['over a line of text', 100, 350, true],
  ['over the end of a line', 160, 395, true],
  ['right below a line', 60, 285, false],
  ['right above a line', 60, 412, false],
  ['beside a line', 190, 380, false],
  ['over a typed rule to sign on', 60, 250, false],
  ['over a drawn rule', 60, 150, false],
  ['over a picture', 60, 10, false],
  ['in the corner of the page', 0, 732, false],
])('a rectangle %s', (_, x, y, covers) => {
  expect(coversText(blank, { x, y, width: 140, height: 110 })).toBe(covers);
});
