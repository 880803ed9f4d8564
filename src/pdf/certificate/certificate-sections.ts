import type { Content, TableCell } from 'pdfmake';
import { GENESIS_HASH } from '../../contract/audit-chain.ts';
import { showName } from '../cms/certificates.ts';
import { utcTime } from '../signing/signature-lines.ts';
import type { AuditRow, CompletionEvidence, EvidenceSigner } from './completion-evidence.ts';
import type { LayoutText } from './layout.ts';
import { FACT_LINES, ROW_LINES, sharedWidth, valueWidth } from './layout.ts';

const LABEL_WIDTH = 118;
const SHORT_HASH = 16;

function heading(text: string): Content {
  return { text, style: 'heading' };
}

function facts(rows: TableCell[][]): Content {
  return {
    table: { widths: [LABEL_WIDTH, valueWidth(LABEL_WIDTH)], body: rows, dontBreakRows: true },
    layout: FACT_LINES,
  };
}

/** The result of a comparison of names, for people. */
const FITS = {
  match: 'the same name',
  partial: 'similar names',
  mismatch: 'different names',
  not_comparable: 'not comparable',
} as const;

function sizeOf({ pages, bytes, signaturePage }: CompletionEvidence['document']): string {
  const size = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes.toLocaleString('en-IN')} bytes`;
  return signaturePage ? `${size}; page ${signaturePage} was added for signatures` : size;
}

function downloadsOf({ downloads }: CompletionEvidence, { text }: LayoutText): Content {
  const lines = downloads.map(({ signer, count, lastAt }) => {
    const who = signer === null ? 'by a link of the sender' : `by signer ${signer}`;
    const times = count === 1 ? 'once' : `${count} times, the last`;
    return text(`${who}: ${times} on ${utcTime(new Date(lastAt))}`);
  });
  return lines.length === 0 ? text('not yet') : { stack: lines };
}

/** The document and its three hashes. */
export function documentSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const { document } = evidence;
  const { text, time, row } = show;
  return [
    heading('Document'),
    facts([
      row('Name', { stack: [text(document.name)], bold: true }),
      row('Document ID', text(document.id)),
      row('Size', text(sizeOf(document))),
      row('Sent by', text(document.account)),
      row('Created', time(document.createdAt)),
      row('Sent', time(document.sentAt)),
      row('Completed', time(document.completedAt)),
      row('Downloaded', downloadsOf(evidence, show)),
      row('SHA-256 as uploaded', text(document.originalSha256)),
      row('SHA-256 as sent', text(document.preparedSha256)),
      row('SHA-256 as signed', { stack: [text(document.finalSha256)], bold: true }),
    ]),
  ];
}

/** The certificate's name, unless it is the one that the signer was invited by. */
const shownName = ({ name, commonName, nameFit }: EvidenceSigner): string =>
  nameFit === null || nameFit === 'match' ? name : commonName;

/** What a reader has to know about the identity that signed. */
function remarks(signer: EvidenceSigner, { text }: LayoutText): Content[] {
  const { name, commonName, nameFit, identitySharedWith } = signer;
  const isOther = nameFit !== null && nameFit !== 'match';
  const shared = identitySharedWith.map((order) => `signer ${order}`).join(', ');
  return [
    ...(isOther ? [text(`invited as ${name}, certificate issued to ${commonName}`)] : []),
    ...(shared ? [text(`signed with the same identity as ${shared}`)] : []),
  ];
}

/** The list of signers. */
export function summarySection({ signers }: CompletionEvidence, show: LayoutText): Content[] {
  const head = ['#', 'Signer', 'E-mail', 'Signed'].map((text) => ({ text, style: 'head' }));
  const rows = signers.map((signer) => [
    show.text(signer.order),
    { stack: [{ stack: [show.text(shownName(signer))], bold: true }, ...remarks(signer, show)] },
    show.text(signer.email),
    show.stackedTime(signer.signedAt),
  ]);
  const half = sharedWidth([16, 130], 2);
  const widths = [16, half, half, 130];
  return [
    heading(`Signatures: ${signers.length} of ${signers.length}`),
    {
      table: { headerRows: 1, widths, body: [head, ...rows], dontBreakRows: true },
      layout: ROW_LINES,
    },
  ];
}

function events(signer: EvidenceSigner, { text, time, row }: LayoutText): TableCell[][] {
  return [
    row('E-mail', text(signer.email)),
    row('Phone', text(signer.phone)),
    row('Opened the link', time(signer.openedAt)),
    row('Consented', time(signer.consentedAt)),
    row('Signed', time(signer.signedAt)),
    row('From', text([signer.ip, signer.userAgent].filter((part) => part !== null).join(', '))),
    row('Authentication', text(signer.authentication ?? null)),
  ];
}

function signature(signer: EvidenceSigner, { text, row }: LayoutText): TableCell[][] {
  const { certificate } = signer;
  const [validFrom, validTo] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  const where = `${signer.field}, page ${signer.pages.join(', ')}`;
  return [
    row('Invited as', text(signer.name)),
    row('Name in certificate', text(signer.commonName)),
    row('Names compared', text(signer.nameFit && FITS[signer.nameFit])),
    row(
      'Same identity as',
      text(signer.identitySharedWith.map((order) => `signer ${order}`).join(', ')),
    ),
    row('Certificate subject', text(showName(certificate.subject))),
    row('Issued by', text(showName(certificate.issuer))),
    row('Serial number', text(certificate.serialNumber)),
    row('Valid', text(`${utcTime(validFrom)} to ${utcTime(validTo)}`)),
    row('Fingerprint (SHA-256)', text(certificate.fingerprint)),
    row('Signature field', text(where)),
    row('Signed hash (SHA-256)', text(signer.inputHash)),
    row('Signature (SHA-256)', text(signer.cmsSha256)),
    row('File after signing', text(signer.revisionSha256)),
  ];
}

/** Each signer: contact, events, certificate and signature. */
export function signerSections({ signers }: CompletionEvidence, show: LayoutText): Content[] {
  return signers.map((signer) => ({
    unbreakable: true,
    stack: [
      { stack: [show.text(`Signer ${signer.order}: ${shownName(signer)}`)], style: 'heading' },
      facts([...events(signer, show), ...signature(signer, show)]),
    ],
  }));
}

/** How to check the certificate without the service. */
export function integritySection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const { text, row } = show;
  const { audit, document, signers } = evidence;
  const service = `${evidence.service.name} ${evidence.service.version}, ${evidence.service.baseUrl}`;
  return [
    heading('Integrity'),
    facts([
      row('Signatures', text(`${signers.length}, each an incremental update of the PDF`)),
      row('Level found', text(document.level)),
      row('Audit trail', text(`${audit.length} entries, each linked to the one before by SHA-256`)),
      row('First previous hash', text(audit[0]?.previousHash ?? GENESIS_HASH)),
      row('Last hash', text(audit.at(-1)?.hash ?? GENESIS_HASH)),
      row('Attached', text('evidence.json, audit.jsonl: the same facts for programs')),
      row('Check offline', text('esign verify <the signed PDF>, esign verify <this certificate>')),
      row('Made by', text(service)),
    ]),
  ];
}

function auditRow(entry: AuditRow, { text, stackedTime }: LayoutText): TableCell[] {
  const from = [entry.ip, entry.userAgent, entry.requestId && `request ${entry.requestId}`];
  const hashes = `${entry.previousHash.slice(0, SHORT_HASH)}\n${entry.hash.slice(0, SHORT_HASH)}`;
  return [
    text(entry.seq),
    stackedTime(entry.at),
    { stack: [{ text: entry.type, bold: true }, text(entry.description)] },
    text(entry.actor),
    { stack: from.filter((part) => part !== null && part !== '').map((part) => text(part)) },
    { text: hashes },
  ];
}

/** Longer trails are shortened in the middle: their attachment has them whole. */
const SHOWN_FIRST = 100;
const SHOWN_LAST = 900;

function shownRows({ audit }: CompletionEvidence, show: LayoutText): TableCell[][] {
  const rowsOf = (entries: readonly AuditRow[]) => entries.map((entry) => auditRow(entry, show));
  const left = audit.length - SHOWN_FIRST - SHOWN_LAST;
  if (left <= 0) return rowsOf(audit);
  const note = `${left} entries are not shown here. All ${audit.length} are in audit.jsonl, attached to this file.`;
  const gap: TableCell[] = [{ text: note, colSpan: 6 }, '', '', '', '', ''];
  return [
    ...rowsOf(audit.slice(0, SHOWN_FIRST)),
    gap,
    ...rowsOf(audit.slice(audit.length - SHOWN_LAST)),
  ];
}

/** The audit trail in order, shortened beyond 1,000 entries; the header repeats on every page. */
export function auditSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const titles = ['#', 'Time (UTC, IST)', 'Event', 'Actor', 'From', 'Previous and own hash'];
  const head = titles.map((text) => ({ text, style: 'head' }));
  const body = [head, ...shownRows(evidence, show)];
  const event = sharedWidth([14, 92, 84, 98, 72], 1);
  const widths = [14, 92, event, 84, 98, 72];
  return [
    { text: 'Audit trail', style: 'heading', pageBreak: 'before' },
    {
      table: { headerRows: 1, widths, body, dontBreakRows: true },
      layout: ROW_LINES,
      style: 'audit',
    },
  ];
}
