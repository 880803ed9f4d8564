import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { layOutCertificate } from '../../../src/pdf/certificate/certificate.ts';
import type { Layout } from '../../../src/pdf/certificate/certificate-layout.ts';
import { printLayout } from '../../../src/pdf/certificate/shaping-printer.ts';
import type { NamedPdf } from '../drawing/drawn-pdfs.ts';
import { DRAWN_PDFS } from '../drawing/drawn-pdfs.ts';
import { testFonts } from '../drawing/pdf-fonts.ts';
import { openChromium } from '../sandbox/a-browser.ts';
import { anEvidence } from './an-evidence.ts';

const CLAUSE = 'The Lessee shall keep the premises in good repair and return them as received. ';
const KHAND = 'पट्टेदार परिसर को अच्छी दशा में रखेगा और जैसा मिला वैसा लौटाएगा। ';

const page = (body: string, style = '') =>
  `<!doctype html><meta charset="utf-8"><style>body { font: 11pt serif; margin: 0 } ${style}</style>${body}`;
const clauses = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>${at + 1}. ${CLAUSE.repeat(4)}</p>`).join('');

const HTML: Readonly<Record<string, { html: string; signers: number; landscape?: boolean }>> = {
  'a lease': { html: page(`<h1>Lease</h1>${clauses(6)}`), signers: 2 },
  'a long lease': { html: page(`<h1>Lease</h1>${clauses(40)}`), signers: 6 },
  'a lease in Hindi': { html: page(`<h1>पट्टा</h1><p>${KHAND.repeat(30)}</p>`), signers: 2 },
  'an invoice': {
    html: page(
      `<table>${'<tr><td>Service<td>1<td>₹ 500<td>₹ 500'.repeat(20)}</table>`,
      'table { width: 100%; border-collapse: collapse } td { border: 1px solid #999; padding: 6px }',
    ),
    signers: 1,
  },
  'a brochure in the dark': {
    html: page(`<h1>Terms</h1>${clauses(4)}`, 'html { background: #123; color: #fff }'),
    signers: 2,
  },
  'a paper in two columns': {
    html: page(clauses(10), 'body { columns: 2 }'),
    signers: 1,
  },
  'a wide offer': { html: page(`<h1>Offer</h1>${clauses(3)}`), signers: 3, landscape: true },
  'a page with a footer': {
    html: page(
      `${clauses(5)}<footer>Confidential</footer>`,
      'footer { position: fixed; bottom: 0 }',
    ),
    signers: 2,
  },
};

async function fromChromium(): Promise<NamedPdf[]> {
  const browser = await openChromium();
  try {
    const tab = await browser.newPage();
    const made: NamedPdf[] = [];
    for (const [name, { html, signers, landscape = false }] of Object.entries(HTML)) {
      await tab.setContent(html);
      const options = { format: 'A4', landscape, printBackground: true, margin: MARGINS } as const;
      made.push([`${name}, by Chromium`, await tab.pdf(options), signers]);
    }
    await tab.setContent(page('<p>Label'));
    made.push(['a label, by Chromium', await tab.pdf({ width: '1in', height: '1in' }), 2]);
    return made;
  } finally {
    await browser.close();
  }
}

const MARGINS = { top: '20mm', bottom: '20mm', left: '20mm', right: '20mm' };

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'a report': {
    content: [{ text: 'Report' }, ...Array.from({ length: 12 }, () => CLAUSE.repeat(3))],
    footer: (current, count) => ({ text: `Page ${current} of ${count}`, alignment: 'center' }),
    defaultStyle: { font: 'latin' },
  },
  'a table': {
    content: [{ table: { body: Array.from({ length: 30 }, (_, row) => [`${row}`, CLAUSE]) } }],
    defaultStyle: { font: 'latin' },
  },
  'a report in Hindi': {
    content: Array.from({ length: 5 }, () => KHAND.repeat(3)),
    defaultStyle: { font: 'latin' },
  },
  'a wide report': {
    pageOrientation: 'landscape',
    content: [CLAUSE.repeat(10)],
    defaultStyle: { font: 'latin' },
  },
};

async function fromPdfmake(): Promise<NamedPdf[]> {
  const made: NamedPdf[] = [
    ['a certificate, by pdfmake', await layOutCertificate(anEvidence(), testFonts()), 2],
  ];
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    made.push([`${name}, by pdfmake`, await printLayout(layout, testFonts()), 2]);
  }
  return made;
}

async function fromLibpdf(): Promise<NamedPdf[]> {
  const pdf = PDF.create();
  for (const size of ['a4', 'letter'] as const) {
    const drawn = pdf.addPage({ size });
    drawn.drawText(CLAUSE, { x: 50, y: 700, size: 10 });
    drawn.drawRectangle({ x: 50, y: 60, width: 200, height: 60 });
  }
  return [['two sizes, by LibPDF', Buffer.from(await pdf.save()), 3]];
}

/** What other programs make of a file: rewritten by poppler's cairo, and by qpdf. */
function rewritten(folder: string, [name, bytes, signers]: NamedPdf): NamedPdf[] {
  const [from, cairo, objects] = ['in.pdf', 'cairo.pdf', 'objects.pdf'].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  writeFileSync(from, bytes);
  execFileSync('pdftocairo', ['-pdf', from, cairo]);
  execFileSync('qpdf', ['--object-streams=generate', '--linearize', from, objects]);
  return [
    [`${name}, rewritten by cairo`, readFileSync(cairo), signers],
    [`${name}, rewritten by qpdf`, readFileSync(objects), signers],
  ];
}

/** PDFs by several producers, of all sorts of pages. Needs Chromium, poppler and qpdf. */
export async function producedPdfs(folder: string): Promise<NamedPdf[]> {
  const made = [...(await fromChromium()), ...(await fromPdfmake()), ...(await fromLibpdf())];
  const again = [
    'a letter',
    'a noisy scan',
    'a lease, by Chromium',
    'a lease in Hindi, by Chromium',
    'a full page',
  ];
  const all = [...DRAWN_PDFS, ...made];
  return [
    ...all,
    ...all.filter(([name]) => again.includes(name)).flatMap((one) => rewritten(folder, one)),
  ];
}
