import type { Content, TableCell } from 'pdfmake';
import type { Column, Layout, LayoutText } from './certificate-layout.ts';
import {
  CONTENT_WIDTH,
  FACT_LINES,
  heading,
  pageOf,
  row,
  valueWidth,
} from './certificate-layout.ts';
import type { CompletionEvidence } from './completion-evidence.ts';

const LABEL_WIDTH = 132;
const LINE = '#8a97a8';
const BOX = 8;

const NOTE =
  'DRAFT, to be checked, completed and signed by hand. It follows the items of the Schedule to the Act in words of our ' +
  'own; it is not the form that the Act prescribes, and no legal advice. Only hash values, algorithm and the record’s ' +
  'particulars are filled in. Nothing here has been stated by anybody until a person signs it.';

function blank(width: number): Column & TableCell {
  return {
    canvas: [{ type: 'line', x1: 0, y1: 11, x2: width, y2: 11, lineWidth: 0.5, lineColor: LINE }],
    width,
  };
}

const toFill = (label: string): TableCell[] => row(label, blank(valueWidth(LABEL_WIDTH)));

function boxes(labels: readonly string[], ticked?: string): Content {
  const box = (label: string): Column => ({
    columns: [square(label === ticked), { text: label, width: 'auto', noWrap: true }],
    columnGap: 0,
    width: 'auto',
  });
  return { columns: labels.map(box), columnGap: 16 };
}

function square(isTicked: boolean): Column {
  const edge = { type: 'rect' as const, x: 0, y: 1.5, w: BOX, h: BOX, lineWidth: 0.7 };
  const cross = (y1: number, y2: number) => ({
    ...{ type: 'line' as const, x1: 1.5, x2: BOX - 1.5, lineWidth: 1 },
    ...{ y1: y1 + 1.5, y2: y2 + 1.5 },
  });
  const inside = isTicked ? [cross(1.5, BOX - 1.5), cross(BOX - 1.5, 1.5)] : [];
  return { canvas: [edge, ...inside], width: BOX + 5 };
}

function facts(rows: TableCell[][]): Content {
  return {
    table: { widths: [LABEL_WIDTH, valueWidth(LABEL_WIDTH)], body: rows, dontBreakRows: true },
    layout: { ...FACT_LINES, hLineWidth: () => 0, paddingTop: () => 5, paddingBottom: () => 3.5 },
  };
}

const person = (): TableCell[][] => [
  toFill('Name'),
  toFill('Child or spouse of'),
  toFill('Living or working at'),
];

const ending = (who: string): TableCell[][] => [
  toFill(`Signature of the ${who}`),
  toFill('Date (DD/MM/YYYY)'),
  toFill('Time (IST, 24 hours)'),
  toFill('Place'),
];

function record({ document }: CompletionEvidence, { text }: LayoutText): TableCell[][] {
  return [
    row('Electronic record', { stack: [text(document.name)], bold: true }),
    row('Identifier', text(document.id)),
    row('Size of the signed PDF', text(`${document.bytes.toLocaleString('en-IN')} bytes`)),
  ];
}

function hashes({ document }: CompletionEvidence): TableCell[][] {
  return [
    row('Hash value, PDF as signed', { text: document.finalSha256, bold: true }),
    row('Hash value, PDF as sent', { text: document.preparedSha256 }),
    row('Hash value, as uploaded', { text: document.originalSha256 }),
    row('Algorithm', boxes(['SHA1', 'SHA256', 'MD5', 'other'], 'SHA256')),
  ];
}

function partA(evidence: CompletionEvidence, show: LayoutText): Content[] {
  return [
    heading('Part A: the party who produces the record'),
    facts([
      ...person(),
      ...record(evidence, show),
      row('Taken from', boxes(['computer or storage medium', 'DVR', 'mobile', 'flash drive'])),
      row('', boxes(['CD or DVD', 'server', 'cloud', 'other, namely:'])),
      toFill('Other source'),
      toFill('Make and model; colour'),
      toFill('Serial number'),
      toFill('IMEI, UIN, UID, MAC or cloud ID'),
      toFill('More about the source'),
      row('The source is, for me', boxes(['owned', 'maintained', 'managed', 'operated'])),
      ...hashes(evidence),
    ]),
    {
      text:
        'To be stated by the party, as far as it is so: the source was under lawful control and regularly used to ' +
        'create, store or process such information in the course of regular activities; the information was fed into ' +
        'it in their ordinary course; it worked properly, or a fault did not affect the record or its accuracy.',
      margin: [0, 8, 0, 4],
    },
    facts([toFill('Statement, or remarks'), ...ending('party')]),
  ];
}

function partB(evidence: CompletionEvidence, show: LayoutText): Content[] {
  return [
    { ...{ text: 'Part B: the expert', style: 'heading' }, pageBreak: 'before' },
    facts([...person(), ...record(evidence, show), ...hashes(evidence)]),
    {
      text:
        'To be stated by the expert after computing the hash values themselves, with their own copy and program; the ' +
        'report of that computation is to be enclosed.',
      margin: [0, 8, 0, 4],
    },
    facts([toFill('Program and version'), toFill('Statement, or remarks'), ...ending('expert')]),
    {
      text:
        `The values above were computed by ${evidence.service.name} ${evidence.service.version} when the document was ` +
        'uploaded, sent and signed. Any program for SHA-256 computes that of the signed PDF again, such as sha256sum.',
      margin: [0, 14, 0, 0],
      color: '#5b6b82',
    },
  ];
}

/** A draft under section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023, to complete by hand. */
export function courtDraft(evidence: CompletionEvidence, show: LayoutText): Layout {
  const title = 'Draft of a certificate for electronic records';
  return pageOf(evidence, {
    title,
    content: [
      { text: title, fontSize: 18, bold: true, color: '#16345f' },
      {
        text: 'Section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023; draft after the Schedule',
        margin: [0, 2, 0, 8],
      },
      {
        table: { widths: [CONTENT_WIDTH - 12], body: [[{ text: NOTE, bold: true }]] },
        layout: {
          hLineColor: () => '#b42318',
          vLineColor: () => '#b42318',
          paddingTop: () => 5,
          paddingBottom: () => 5,
          paddingLeft: () => 6,
          paddingRight: () => 6,
        },
      },
      ...partA(evidence, show),
      ...partB(evidence, show),
    ],
    footer: `Draft under section 63(4), document ${evidence.document.id}`,
  });
}
