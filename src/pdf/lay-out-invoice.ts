import type { Content, TableCell } from 'pdfmake';
import type { Column, Layout, LayoutText } from './certificate/certificate-layout.ts';
import {
  CONTENT_WIDTH,
  FACT_LINES,
  layoutText,
  pageOf,
  ROW_LINES,
  valueWidth,
} from './certificate/certificate-layout.ts';
import { printLayout } from './certificate/shaping-printer.ts';
import type { Fonts } from './fonts/fonts.ts';

type InvoiceFact = readonly [label: string, value: string];

export interface Paper {
  readonly title: string;
  readonly number: string;
  /** At the top of each page, for example to say that it is no tax invoice. */
  readonly mark: string | null;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** Supplier and recipient. */
  readonly parties: readonly [InvoiceParty, InvoiceParty];
  readonly facts: readonly InvoiceFact[];
  /** The one line of goods: name and value of each column. */
  readonly columns: readonly InvoiceFact[];
  readonly total: InvoiceFact;
  readonly notes: readonly string[];
  readonly service: { readonly name: string; readonly version: string };
}

interface InvoiceParty {
  readonly heading: string;
  readonly lines: readonly string[];
}

const LABEL_WIDTH = 110;
/** Area of the seal, at the top right. */
const SEAL_WIDTH = 160;
const NUMBER_WIDTH = 58;
const PADDING = 8;

const title = ({ title: name, number }: Paper, { text }: LayoutText): Content => ({
  columns: [
    {
      stack: [
        { text: name, fontSize: 20, bold: true, color: '#16345f' },
        { columns: [{ text: 'Number', width: 50 }, text(number)], margin: [0, 6, 0, 2] },
      ],
      width: '*',
    },
    { text: '', width: SEAL_WIDTH },
  ],
});

const party = ({ heading, lines }: InvoiceParty, { text }: LayoutText): Column => ({
  stack: [{ text: heading, style: 'heading' }, ...lines.map((line) => text(line))],
  width: '*',
});

const facts = (rows: readonly InvoiceFact[], { text, row }: LayoutText): Content => ({
  table: {
    widths: [LABEL_WIDTH, valueWidth(LABEL_WIDTH)],
    body: rows.map(([label, value]) => row(label, text(value))),
    dontBreakRows: true,
  },
  layout: FACT_LINES,
  margin: [0, 12, 0, 12],
});

function goods({ columns, total: [label, sum] }: Paper, { text }: LayoutText): Content {
  const rest = columns.length - 1;
  const first = CONTENT_WIDTH - rest * NUMBER_WIDTH - columns.length * PADDING;
  const cell = (content: Content, index: number): TableCell => ({
    stack: [content],
    alignment: index === 0 ? 'left' : 'right',
  });
  const [head, line] = [
    columns.map(([name], index) => cell({ text: name, bold: true }, index)),
    columns.map(([, value], index) => cell(text(value), index)),
  ];
  const sums: TableCell[] = [
    { text: label, bold: true, alignment: 'right', colSpan: columns.length - 1 },
    ...Array.from({ length: columns.length - 2 }, () => ({ text: '' })),
    { stack: [text(sum)], bold: true, alignment: 'right' },
  ];
  return {
    table: {
      widths: [first, ...Array.from({ length: rest }, () => NUMBER_WIDTH)],
      body: [head, line, sums],
    },
    layout: ROW_LINES,
  };
}

function layout(paper: Paper, show: LayoutText): Layout {
  const { mark, issuedAt: generatedAt, number, service } = paper;
  return pageOf(
    { service: { ...service, sandbox: false }, generatedAt, document: { id: number } },
    {
      title: paper.title,
      content: [
        title(paper, show),
        {
          columns: paper.parties.map((one) => party(one, show)),
          columnGap: 16,
          margin: [0, 18, 0, 0],
        },
        facts(paper.facts, show),
        goods(paper, show),
        ...paper.notes.map((note): Content => ({ stack: [show.text(note)], margin: [0, 8, 0, 0] })),
      ],
      footer: `${paper.title} ${number}`,
      mark,
    },
  );
}

/** Draws an invoice or credit note, without its seal. Equal papers give equal bytes. */
export const layOutInvoice = (paper: Paper, fonts: Fonts): Promise<Buffer> =>
  printLayout(layout(paper, layoutText(fonts)), fonts);
