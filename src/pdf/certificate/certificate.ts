import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Content } from 'pdfmake';
import { canonicalJson, GENESIS_HASH } from '../../contract/audit-chain.ts';
import { createCms } from '../cms/create-cms.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { loadPdf, savePdf } from '../pdf-file.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import { embedCms, prepareSignature } from '../signing/prepare.ts';
import {
  auditSection,
  documentSection,
  integritySection,
  signerSections,
  summarySection,
} from './certificate-sections.ts';
import type { CompletionEvidence } from './completion-evidence.ts';
import { AUDIT_FILE, EVIDENCE_FILE, EVIDENCE_FORMAT } from './completion-evidence.ts';
import type { Layout, LayoutText } from './layout.ts';
import { layoutText, PAGE_MARGIN, printLayout } from './layout.ts';

/** How the seal of a completion certificate looks. */
interface ShownSeal {
  /** The name shown in the seal. */
  readonly name: string;
  readonly date: Date;
  readonly fonts: Fonts;
  /** Marks the seal as TEST. */
  readonly test?: boolean;
}

/** The key that seals, with its certificates. */
interface SealKey {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
  /** The certificates above the seal's, without the root. */
  readonly chain: readonly X509Certificate[];
}

/** On the first page; points, origin bottom left. */
const SEAL_RECT = { page: 1, x: 395, y: 738, width: 160, height: 58 } as const;

const TEST_NOTE = 'TEST: made by a sandbox, with test certificates and without legal effect';
const ABOUT =
  'This certificate records how the document was signed. Each signature covers the whole document as it was ' +
  'at that moment, and reveals any later change. It shows who signed according to the certifying authority, ' +
  'and when; it does not show whether the agreement is legally valid.';

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

/** The evidence; the audit trail has an attachment of its own, represented by its length and last hash. */
function evidenceJson({ audit, ...facts }: CompletionEvidence): string {
  const trail = { entries: audit.length, headHash: audit.at(-1)?.hash ?? GENESIS_HASH };
  return canonicalJson({ format: EVIDENCE_FORMAT, ...facts, audit: trail });
}

function auditLines({ audit }: CompletionEvidence): string {
  return audit.map(({ entry }) => `${canonicalJson(entry)}\n`).join('');
}

/**
 * Lays out the completion certificate and attaches evidence.json and audit.jsonl. Equal evidence gives
 * equal bytes. Seal the result with `prepareSeal` and `embedSeal`.
 */
export async function layOutCertificate(
  evidence: CompletionEvidence,
  fonts: Fonts,
): Promise<Buffer> {
  const pdf = await loadPdf(await printLayout(layout(evidence, layoutText(fonts)), fonts));
  const date = new Date(evidence.generatedAt);
  const attach = (name: string, text: string, mimeType: string) =>
    pdf.addAttachment(name, Buffer.from(text), { mimeType, createdAt: date, modifiedAt: date });
  attach(EVIDENCE_FILE, evidenceJson(evidence), 'application/json');
  attach(AUDIT_FILE, auditLines(evidence), 'application/jsonl');
  return await savePdf(pdf);
}

/** Prepares the seal of a completion certificate: a visible signature that allows no later change. */
export async function prepareSeal(bytes: Buffer, shown: ShownSeal): Promise<PreparedSignature> {
  const field = { field: SEAL_FIELD, rects: [SEAL_RECT] };
  const placed = await placeFields(bytes, [field]);
  const reason = 'Seal of the service';
  return await prepareSignature(placed, { ...field, ...shown, reason, certify: true });
}

/** Seals a prepared certificate. */
export const embedSeal = (prepared: PreparedSignature, key: SealKey): Buffer =>
  embedCms(prepared, createCms({ ...key, sha256: prepared.sha256, ess: true }));
