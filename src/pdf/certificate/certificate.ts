import { PDF } from '@libpdf/core';
import type { Content } from 'pdfmake';
import { canonicalJson, GENESIS_HASH } from '../../contract/audit-chain.ts';
import { asBuffer } from '../as-buffer.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { AUDIT_FILE, EVIDENCE_FILE, EVIDENCE_FORMAT } from './certificate-files.ts';
import {
  auditSection,
  documentSection,
  integritySection,
  signerSections,
  summarySection,
} from './certificate-sections.ts';
import type { CompletionEvidence } from './completion-evidence.ts';
import { PAGE_MARGIN } from './layout-lines.ts';
import type { LayoutText } from './layout-text.ts';
import { layoutText } from './layout-text.ts';
import type { Layout } from './print-layout.ts';
import { printLayout } from './print-layout.ts';

export type { AuditRow, CompletionEvidence } from './completion-evidence.ts';

/** Where the seal shows, on the first page: points, origin bottom left. */
export const SEAL_RECT = { page: 1, x: 395, y: 738, width: 160, height: 58 } as const;

const TEST_NOTE = 'TEST: made by a sandbox, with test certificates and without legal effect';
const ABOUT =
  'This certificate records how the document was signed. Each signature covers the whole document as it ' +
  'stood, and shows any later change. It tells who the certifying authority says signed, and when; it does ' +
  'not tell whether the agreement is valid in law.';

function title(evidence: CompletionEvidence, { text, stackedTime }: LayoutText): Content {
  const { certificateId, generatedAt } = evidence;
  const lines: Content[] = [
    { text: 'Signature Completion Certificate', fontSize: 20, bold: true, color: '#16345f' },
    { columns: [{ text: 'Certificate ID', width: 80 }, text(certificateId)], margin: [0, 6, 0, 2] },
    { columns: [{ text: 'Generated', width: 80 }, stackedTime(generatedAt)] },
  ];
  return {
    columns: [
      { stack: lines, width: '*' },
      { text: '', width: SEAL_RECT.width },
    ],
  };
}

function content(evidence: CompletionEvidence, show: LayoutText): Content[] {
  return [
    title(evidence, show),
    ...documentSection(evidence, show),
    ...summarySection(evidence, show),
    ...integritySection(evidence, show),
    { text: ABOUT, margin: [0, 10, 0, 0], color: '#5b6b82' },
    ...signerSections(evidence, show),
    ...auditSection(evidence, show),
  ];
}

function layout(evidence: CompletionEvidence, show: LayoutText): Layout {
  const { certificateId, document, service } = evidence;
  const date = new Date(evidence.generatedAt);
  const mark = service.sandbox ? TEST_NOTE : '';
  return {
    content: content(evidence, show),
    header: {
      text: mark,
      alignment: 'center',
      color: '#b42318',
      bold: true,
      margin: [0, 18, 0, 0],
    },
    footer: (page: number, pages: number) => ({
      text: `Certificate ${certificateId}, page ${page} of ${pages}`,
      alignment: 'center',
      color: '#5b6b82',
      margin: [0, 14, 0, 0],
    }),
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, 46, PAGE_MARGIN, 46],
    defaultStyle: { font: 'Noto', fontSize: 8.5, lineHeight: 1.1 },
    styles: {
      heading: { fontSize: 12, bold: true, color: '#16345f', margin: [0, 14, 0, 4] },
      head: { bold: true },
      audit: { fontSize: 7 },
    },
    info: {
      title: `Signature Completion Certificate: ${document.name}`,
      producer: service.name,
      creator: `${service.name} ${service.version}`,
      creationDate: date,
      modDate: date,
    },
  };
}

/** The attachment with everything but the trail's entries, of which it keeps count and last hash. */
function evidenceJson({ audit, ...facts }: CompletionEvidence): string {
  const trail = { entries: audit.length, headHash: audit.at(-1)?.hash ?? GENESIS_HASH };
  return canonicalJson({ format: EVIDENCE_FORMAT, ...facts, audit: trail });
}

function auditLines({ audit }: CompletionEvidence): string {
  return audit.map(({ description, ...entry }) => `${canonicalJson(entry)}\n`).join('');
}

/**
 * Lays out the completion certificate with its attachments evidence.json and audit.jsonl. Equal
 * evidence gives equal bytes. Seal it with `sealPdf`.
 */
export async function layOutCertificate(
  evidence: CompletionEvidence,
  fonts: Fonts,
): Promise<Buffer> {
  const printed = await printLayout(layout(evidence, layoutText(fonts)), fonts);
  const pdf = await PDF.load(printed, { lenient: false });
  const date = new Date(evidence.generatedAt);
  const times = { createdAt: date, modifiedAt: date };
  const attach = (name: string, text: string, mimeType: string) =>
    pdf.addAttachment(name, Buffer.from(text), { mimeType, ...times });
  attach(EVIDENCE_FILE, evidenceJson(evidence), 'application/json');
  attach(AUDIT_FILE, auditLines(evidence), 'application/jsonl');
  return asBuffer(await pdf.save());
}
