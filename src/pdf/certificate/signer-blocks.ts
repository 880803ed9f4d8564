import type { Content, CustomTableLayout, TableCell } from 'pdfmake';
import { showName } from '../cms/certificates.ts';
import { utcTime } from '../signing/signature-lines.ts';
import type { RevocationStatus } from '../trust/revocation/revocation.ts';
import type { Column, LayoutText } from './certificate-layout.ts';
import {
  BLOCK_LINES,
  BLOCK_PADDING,
  CONTENT_WIDTH,
  PADDING,
  shorten,
} from './certificate-layout.ts';
import type { CompletionEvidence, EvidenceSigner } from './completion-evidence.ts';
import { FITS, otherSigner } from './summary-page.ts';

const GAP = 14;
const LABEL_WIDTH = 56;
const BLOCK_WIDTH = (CONTENT_WIDTH - GAP) / 2;
const VALUE_WIDTH = BLOCK_WIDTH - LABEL_WIDTH - 2 * PADDING - 2;
/** Longest user agent shown. The attachments have it whole. */
const LONGEST_AGENT = 84;

const READ = {
  pages: 'every page was loaded, as the browser reported',
  pdf: 'the PDF was opened, as the browser reported',
  declared: 'the signer declared that they had read it',
} as const;

const NOT_RECORDED = 'not recorded';

const INSIDE: CustomTableLayout = {
  ...BLOCK_LINES,
  hLineWidth: () => 0,
  paddingRight: (column) => (column === 0 ? PADDING : 0),
  paddingBottom: (row) => (row === 0 ? BLOCK_PADDING : 0),
};

/** Rows under a heading, which shares the first row's cell so that no page break separates them. */
function part(title: string, rows: readonly [TableCell[], ...TableCell[][]]): TableCell[][] {
  const [first, ...more] = rows;
  const heading: TableCell[] = [{ text: title, colSpan: 2, style: 'part' }, ''];
  const table = { widths: [LABEL_WIDTH, VALUE_WIDTH], body: [heading, first] };
  return [[{ table, layout: INSIDE, colSpan: 2 }, ''], ...more];
}

function identity(signer: EvidenceSigner, { text, row }: LayoutText): TableCell[][] {
  const { name, commonName, nameFit, identitySharedWith, email, phone } = signer;
  const shared = identitySharedWith.map((order) => `signer ${order}`).join(', ');
  return [
    row('Invited as', text(name)),
    row('Certified as', { stack: [text(commonName)], bold: true }),
    row('Compared', text(nameFit ? FITS[nameFit] : 'not compared')),
    ...(shared ? [row('Same identity as', text(shared))] : []),
    row('Contact', text(`${email}, ${phone}`)),
  ];
}

function authentication(signer: EvidenceSigner, { text, row }: LayoutText): TableCell[][] {
  const { authenticated } = signer;
  const code = authenticated?.responseCode ? `, response ${authenticated.responseCode}` : '';
  const told = authenticated && `${utcTime(new Date(authenticated.at))}${code}`;
  return part('Authentication by the authority', [
    row('Requested', text(signer.authentication ?? null)),
    row('Its answer', text(told ?? NOT_RECORDED)),
  ]);
}

function consent(signer: EvidenceSigner, { text, row, time, hash }: LayoutText) {
  const { consent: given, ip, userAgent } = signer;
  const from = [ip, userAgent && shorten(userAgent, LONGEST_AGENT)];
  return part('Consent', [
    row('Given', time(signer.consentedAt)),
    row('From', text(from.filter((part) => part !== null).join(', ') || NOT_RECORDED)),
    row(
      'Text',
      text(given ? `version ${given.version}, language ${given.language}` : NOT_RECORDED),
    ),
    row('SHA-256 of it', given ? hash(given.sha256) : text(NOT_RECORDED)),
    row('Document', text(given ? READ[given.read] : NOT_RECORDED)),
  ]);
}

const REVOCATION: Readonly<Record<RevocationStatus, string>> = {
  good: 'not revoked when embedded',
  revoked: 'revoked',
  unknown: 'unknown',
  not_checked: 'not checked',
};

function certificate({ certificate: own }: EvidenceSigner, show: LayoutText): TableCell[][] {
  const { text, row, hash } = show;
  const [from, to] = [own.validFrom, own.validTo].map((time) => utcTime(new Date(time)));
  const validity = `${from?.replace(' UTC', '')} to ${to}`;
  return part('Certificate', [
    row('Subject', text(showName(own.subject))),
    row('Issuer', text(showName(own.issuer))),
    row('Serial number', text(own.serialNumber)),
    row('Valid', text(validity)),
    row('Policies', text(own.policies ? own.policies.join(', ') || 'none' : NOT_RECORDED)),
    row('Revocation', text(own.revocation ? REVOCATION[own.revocation] : NOT_RECORDED)),
    row('SHA-256', hash(own.fingerprint)),
  ]);
}

function signature(signer: EvidenceSigner, of: number, show: LayoutText): TableCell[][] {
  const { text, row, hash, time } = show;
  const { claimedAt, timestamp, pages } = signer;
  const where = `${signer.field}, page ${pages.join(', ')}; signature ${signer.order} of ${of}`;
  const proven = timestamp && `${utcTime(new Date(timestamp.at))}, by ${timestamp.authority}`;
  return part('Signature, with the SHA-256 of the signed bytes and of the CMS', [
    row('Field', text(where)),
    row('Claimed time', claimedAt ? time(claimedAt) : text(NOT_RECORDED)),
    row('Recorded', time(signer.signedAt)),
    row('Timestamp', text(proven ?? 'none recorded')),
    row('Signed bytes', hash(signer.inputHash)),
    row('CMS', hash(signer.cmsSha256)),
  ]);
}

function titleOf(signer: EvidenceSigner): string {
  const other = otherSigner(signer);
  return `Signer ${signer.order}${other ? `, ${other}` : ''}`;
}

function block(signer: EvidenceSigner, of: number, show: LayoutText): Column {
  const body = [
    ...identity(signer, show),
    ...authentication(signer, show),
    ...consent(signer, show),
    ...certificate(signer, show),
    ...signature(signer, of, show),
  ];
  const title = { stack: [show.text(titleOf(signer))], colSpan: 2, style: 'block' };
  return {
    table: {
      // The header repeats if a block with long values continues on the next page.
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: [LABEL_WIDTH, VALUE_WIDTH],
      body: [[title, ''], ...body],
      dontBreakRows: true,
    },
    layout: BLOCK_LINES,
    width: BLOCK_WIDTH,
  };
}

/** Characters per line in most scripts, and the most lines of values for two blocks per page. */
const LINE = 44;
const MOST_LINES = 19;

function isShort(signer: EvidenceSigner): boolean {
  const { certificate: own, authenticated, timestamp, identitySharedWith } = signer;
  const values = [
    ...[signer.name, signer.commonName, `${signer.email}, ${signer.phone}`, signer.authentication],
    `23 Nov 2026, 03:07:38 UTC, response ${authenticated?.responseCode}`,
    `${signer.ip}, ${shorten(signer.userAgent ?? '', LONGEST_AGENT)}`,
    ...[showName(own.subject), showName(own.issuer), own.serialNumber],
    ...[own.policies?.join(', '), own.revocation && REVOCATION[own.revocation]],
    timestamp && `23 Nov 2026, 03:07:38 UTC, by ${timestamp.authority}`,
    ...(identitySharedWith.length > 0 ? [identitySharedWith.join(', signer ')] : []),
    ...(otherSigner(signer) ? [titleOf(signer)] : []),
  ];
  const lines = values.map((value) => Math.ceil((value?.length || 1) / LINE));
  return lines.reduce((sum, count) => sum + count, 0) <= MOST_LINES;
}

export function signerSections({ signers }: CompletionEvidence, show: LayoutText): Content[] {
  const blocks = signers.map((signer) => block(signer, signers.length, show));
  return Array.from({ length: Math.ceil(blocks.length / 2) }, (_, index) => {
    const [from, to] = [index * 2, index * 2 + 2];
    return {
      unbreakable: signers.slice(from, to).every(isShort),
      columns: blocks.slice(from, to),
      columnGap: GAP,
      style: 'small',
      ...(index === 0 && { pageBreak: 'before' }),
    };
  });
}
