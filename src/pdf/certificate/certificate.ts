import type { X509Certificate } from 'node:crypto';
import { createHash, verify } from 'node:crypto';
import type { Content } from 'pdfmake';
import { canonicalJson, GENESIS_HASH } from '../../contract/audit-chain.ts';
import { openCms } from '../cms/open-cms.ts';
import { cutMiddle } from '../fonts/cut-text.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import { embedCms, prepareSignature } from '../signing/prepare.ts';
import type { Layout, LayoutText } from './certificate-layout.ts';
import { bothTimes, layoutText, pageOf, section } from './certificate-layout.ts';
import type { CompletionEvidence } from './completion-evidence.ts';
import {
  AUDIT_FILE,
  COURT_DRAFT_FILE,
  EVIDENCE_FILE,
  EVIDENCE_FORMAT,
} from './completion-evidence.ts';
import { courtDraft } from './court-draft.ts';
import { eventsSection } from './events-section.ts';
import { withOutputIntent } from './output-intent.ts';
import type { Attached } from './shaping-printer.ts';
import { printLayout } from './shaping-printer.ts';
import { signerSections } from './signer-blocks.ts';
import {
  checkSection,
  documentSection,
  resultSection,
  summarySection,
  trustSection,
} from './summary-page.ts';

const CHECKED =
  'The names and times are those in the signatures. Each signature fits the file as it was uploaded. Who made them, and when, was not checked.';

const LONGEST_LISTED = 48;
const MOST_LISTED = 12;

export function earlierSection(
  { earlierSignatures = [] }: CompletionEvidence,
  { text }: LayoutText,
): Content[] {
  if (earlierSignatures.length === 0) return [];
  const lines = earlierSignatures.slice(0, MOST_LISTED).map(({ kind, name, claimedAt }) => {
    const time =
      claimedAt === null ? 'claims no time' : `claimed ${bothTimes(new Date(claimedAt))}`;
    const who = cutMiddle(name, LONGEST_LISTED);
    return text(`${kind === 'timestamp' ? 'Timestamp by ' : ''}${who}, ${time}`);
  });
  const others = earlierSignatures.length - lines.length;
  const more = others > 0 ? [text(`and ${others} more`)] : [];
  return [section('Signed before it was uploaded', { stack: [...lines, ...more, text(CHECKED)] })];
}

const TITLE = 'Signature Completion Certificate';

interface ShownSeal {
  readonly name: string;
  readonly date: Date;
  readonly fonts: Fonts;
  readonly test?: boolean;
}

interface SealKey {
  readonly certificate: X509Certificate;
  /** The certificates above the seal's, without the root. */
  readonly chain: readonly X509Certificate[];
  /** Signs bytes with the certificate's key and SHA-256. */
  sign(bytes: Buffer): Promise<Buffer>;
}

/** On the first page; points, origin bottom left. */
const SEAL_RECT = { page: 1, x: 395, y: 738, width: 160, height: 58 } as const;

function title(evidence: CompletionEvidence, { text, stackedTime }: LayoutText): Content {
  const { certificateId, generatedAt } = evidence;
  const lines: Content[] = [
    { text: TITLE, fontSize: 20, bold: true, color: '#16345f' },
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

function layout(evidence: CompletionEvidence, show: LayoutText): Layout {
  return pageOf(evidence, {
    title: TITLE,
    content: [
      title(evidence, show),
      ...resultSection(evidence, show),
      ...documentSection(evidence, show),
      ...summarySection(evidence, show),
      ...earlierSection(evidence, show),
      ...trustSection(evidence, show),
      ...checkSection(evidence),
      ...signerSections(evidence, show),
      ...eventsSection(evidence, show),
    ],
    footer: `Certificate ${evidence.certificateId}`,
  });
}

/** The audit trail is a separate attachment. Here it is only its length and last hash. */
function evidenceJson({ audit, ...facts }: CompletionEvidence): string {
  const trail = { entries: audit.length, headHash: audit.at(-1)?.hash ?? GENESIS_HASH };
  return canonicalJson({ format: EVIDENCE_FORMAT, ...facts, audit: trail });
}

function auditLines({ audit }: CompletionEvidence): string {
  return audit.map(({ entry }) => `${canonicalJson(entry)}\n`).join('');
}

async function attachmentsOf(evidence: CompletionEvidence, fonts: Fonts): Promise<Attached[]> {
  const draft = await printLayout(courtDraft(evidence, layoutText(fonts)), fonts);
  const court = await withOutputIntent(draft);
  return [
    {
      name: EVIDENCE_FILE,
      bytes: Buffer.from(evidenceJson(evidence)),
      mimeType: 'application/json',
      description: 'The facts of this certificate, for programs',
    },
    {
      name: AUDIT_FILE,
      bytes: Buffer.from(auditLines(evidence)),
      mimeType: 'application/jsonl',
      description: 'The whole audit trail, one entry a line',
    },
    {
      name: COURT_DRAFT_FILE,
      bytes: court,
      mimeType: 'application/pdf',
      description:
        'A draft after the Schedule to the Bharatiya Sakshya Adhiniyam, 2023, to complete by hand',
    },
  ];
}

function listed(files: readonly Attached[]): Pick<CompletionEvidence, 'files'> {
  if (files.length === 0) return {};
  const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  return {
    files: files.map(({ name, description, bytes }) => {
      return { name, description, sha256: sha256Of(bytes) };
    }),
  };
}

/**
 * Lays out the certificate and attaches evidence.json, audit.jsonl, a draft for courts and `files`,
 * which the evidence lists by hash. Equal input gives equal bytes. Seal with `prepareSeal` and
 * `embedSeal`.
 */
export async function layOutCertificate(
  facts: Omit<CompletionEvidence, 'files'>,
  fonts: Fonts,
  files: readonly Attached[] = [],
): Promise<Buffer> {
  const evidence = { ...facts, ...listed(files) };
  const attached = [...(await attachmentsOf(evidence, fonts)), ...files];
  const printed = await printLayout(layout(evidence, layoutText(fonts)), fonts, attached);
  return await withOutputIntent(printed);
}

/** Prepares a visible seal that allows no later change. */
export async function prepareSeal(bytes: Buffer, shown: ShownSeal): Promise<PreparedSignature> {
  const field = { field: SEAL_FIELD, rects: [SEAL_RECT] };
  const placed = await placeFields(bytes, [field]);
  const reason = 'Seal of the service';
  return await prepareSignature(placed, { ...field, ...shown, reason });
}

/** Throws Error if the seal was signed with another key than the certificate's. */
export async function embedSeal(
  prepared: PreparedSignature,
  { certificate, chain, sign }: SealKey,
): Promise<Buffer> {
  const cms = openCms({ sha256: prepared.sha256, certificate, chain, ess: true });
  const signature = await sign(cms.toSign);
  if (!verify('sha256', cms.toSign, certificate.publicKey, signature)) {
    throw new Error("The seal was not signed with its certificate's key.");
  }
  return embedCms(prepared, cms.close(signature));
}
