import type { Content, CustomTableLayout, TableCell } from 'pdfmake';
import { showName } from '../cms/certificates.ts';
import { cutMiddle } from '../fonts/cut-text.ts';
import { utcTime } from '../signing/signature-lines.ts';
import type { LayoutText } from './certificate-layout.ts';
import {
  bothTimes,
  FACT_LINES,
  PADDING,
  ROW_LINES,
  section,
  sharedWidth,
  valueWidth,
} from './certificate-layout.ts';
import type {
  CompletionEvidence,
  EvidenceSigner,
  NamedCertificate,
} from './completion-evidence.ts';

const LABEL_WIDTH = 96;
/** Longest name in a list. The signer's own block has the whole name. */
const LONGEST_LISTED = 48;
const WARNING = '#b42318';

function facts(rows: TableCell[][]): Content {
  return {
    table: { widths: [LABEL_WIDTH, valueWidth(LABEL_WIDTH)], body: rows, dontBreakRows: true },
    layout: FACT_LINES,
  };
}

const listed = ({ name, commonName }: EvidenceSigner) => ({
  name: cutMiddle(name, LONGEST_LISTED),
  commonName: cutMiddle(commonName, LONGEST_LISTED),
});

/** Who signed, if the certificate names somebody else than was invited. */
export function otherSigner(signer: EvidenceSigner): string | undefined {
  const { name, commonName } = listed(signer);
  return signer.nameFit === 'mismatch' ? `signed by ${commonName}, invited as ${name}` : undefined;
}

function signedByOthers({ signers }: CompletionEvidence, { text }: LayoutText): Content[] {
  return signers.flatMap((signer) => {
    const other = otherSigner(signer);
    const line = `Signature ${signer.order}: ${other}`;
    return other ? { stack: [text(line)], bold: true, color: WARNING, margin: [0, 0, 0, 3] } : [];
  });
}

export function resultSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const { signers, document } = evidence;
  const who =
    signers.length === 1 ? 'The signer has signed.' : `All ${signers.length} signers have signed.`;
  const result = `${who} The document was completed on ${bothTimes(new Date(document.completedAt))}.`;
  return [
    { stack: [show.text(result)], fontSize: 10, bold: true, margin: [0, 8, 0, 3] },
    ...signedByOthers(evidence, show),
    {
      text:
        'This certificate records how the document named here was signed. Each signature covers the whole file as ' +
        'it was then, so later changes can be detected. Who signed is vouched for by the authority that issued each ' +
        'certificate. Whether the agreement is legally valid is not stated.',
      color: '#5b6b82',
    },
  ];
}

function sizeOf({ pages, bytes, signaturePage }: CompletionEvidence['document']): string {
  const size = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes.toLocaleString('en-IN')} bytes`;
  return signaturePage ? `${size}; page ${signaturePage} was added for signatures` : size;
}

function downloadsOf({ downloads }: CompletionEvidence, { text }: LayoutText): Content {
  const lines = downloads.map(({ signer, count, lastAt }) => {
    const who = signer === null ? 'by a link of the sender' : `by signer ${signer}`;
    const times = count === 1 ? 'once' : `${count} times, the last`;
    return `${who} ${times} on ${utcTime(new Date(lastAt))}`;
  });
  return text(lines.length === 0 ? 'not yet' : lines.join('; '));
}

export function documentSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const { document } = evidence;
  const { text, time, row } = show;
  return [
    section(
      'Document',
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
    ),
  ];
}

export const FITS = {
  match: 'the same name',
  partial: 'similar names',
  mismatch: 'different names',
  not_comparable: 'not comparable',
} as const;

function comparison(
  { nameFit, identitySharedWith }: EvidenceSigner,
  { text }: LayoutText,
): Content {
  const shared = identitySharedWith.map((order) => `signer ${order}`).join(', ');
  return {
    stack: [
      text(nameFit ? FITS[nameFit] : 'not compared'),
      ...(shared ? [text(`same identity as ${shared}`)] : []),
    ],
  };
}

/** The title is the table's first row, so that a page break cannot separate them. */
const HEADED_LINES: CustomTableLayout = {
  ...ROW_LINES,
  hLineWidth: (index) => (index < 2 ? 0 : 0.5),
  fillColor: (index) => (index === 1 ? '#eef3fa' : null),
};

/** The margin of a heading, less the cell's padding. */
const ABOVE: [number, number, number, number] = [-PADDING, 10, 0, 3];

/** When a signature was made, and what that rests on. */
function signedAt({ timestamp, claimedAt, signedAt: recordedAt }: EvidenceSigner) {
  if (timestamp) return { at: timestamp.at, word: 'proven by a timestamp' };
  if (claimedAt) return { at: claimedAt, word: 'as claimed' };
  return { at: recordedAt, word: 'as recorded' };
}

export function summarySection({ signers }: CompletionEvidence, show: LayoutText): Content[] {
  const { text, stackedTime } = show;
  const words = new Set(signers.map((signer) => signedAt(signer).word));
  const isOneWord = words.size === 1;
  const when = `Signed${isOneWord ? `, ${[...words].join('')}` : ''} (UTC, IST)`;
  const titles = ['#', 'Invited as', 'Name in the certificate', 'Names compared', when];
  const head = titles.map((title) => ({ text: title, style: 'head' }));
  const rows = signers.map((signer) => [
    text(signer.order),
    text(listed(signer).name),
    { stack: [text(listed(signer).commonName)], bold: true },
    comparison(signer, show),
    {
      stack: [
        stackedTime(signedAt(signer).at),
        ...(isOneWord ? [] : [text(signedAt(signer).word)]),
      ],
    },
  ]);
  const fixed = [12, 90, 104];
  const name = sharedWidth(fixed, 2);
  const title = `Signatures: ${signers.length} of ${signers.length}`;
  const above: TableCell = { text: title, style: 'heading', colSpan: 5, margin: ABOVE };
  return [
    {
      table: {
        headerRows: 2,
        keepWithHeaderRows: 1,
        widths: [12, name, name, 90, 104],
        body: [[above, '', '', '', ''], head, ...rows],
        dontBreakRows: true,
      },
      layout: HEADED_LINES,
      style: 'small',
    },
  ];
}

function rootsOf({ signers }: CompletionEvidence, { text }: LayoutText): Content {
  const roots = signers.flatMap(({ certificate }) => certificate.root ?? []);
  const known = new Map(roots.map((root: NamedCertificate) => [root.fingerprint, root]));
  if (known.size === 0) return text('not recorded');
  return {
    stack: [...known.values()].flatMap(({ subject, fingerprint }) => [
      text(showName(subject)),
      text(`SHA-256 ${fingerprint}`),
    ]),
  };
}

function timestampsOf({ signers }: CompletionEvidence): string {
  const names = new Set(signers.flatMap(({ timestamp }) => timestamp?.authority ?? []));
  return names.size === 0
    ? 'none recorded: times are those that signatures claim'
    : [...names].join('; ');
}

export function trustSection(evidence: CompletionEvidence, show: LayoutText): Content[] {
  const { text, row } = show;
  const { level } = evidence.document;
  return [
    section(
      'Trust',
      facts([
        row(
          'Signature level',
          text(level ? `${level}, as found in the signed file` : 'not judged'),
        ),
        row('Timestamps by', text(timestampsOf(evidence))),
        row('Roots', rootsOf(evidence, show)),
        row('Made by', text(madeBy(evidence))),
      ]),
    ),
  ];
}

const madeBy = ({ service }: CompletionEvidence): string =>
  `${service.name} ${service.version}, ${service.baseUrl}`;

/** The page reads the numbers behind `#`; they are not sent to the service. */
function pageAddress({ service, document, certificateId }: CompletionEvidence): string {
  return `${service.baseUrl}/verify#document=${document.id}&certificate=${certificateId}`;
}

/** In points. A module is near half a millimetre, which telephones read. */
const QR_SIZE = 60;

export function checkSection(evidence: CompletionEvidence): Content[] {
  const ways = [
    'The SHA-256 of the signed PDF, by a program such as sha256sum, must equal the one “as signed” above.',
    'A PDF reader that trusts the roots above judges each signature. First compare their fingerprints with the ' +
      'authority’s own.',
    'esign verify signed.pdf --certificate certificate.pdf --root root.pem --service-cert seal.pem',
    `In a browser, with nothing installed and no file sent: ${evidence.service.baseUrl}/verify`,
  ];
  const qr = { qr: pageAddress(evidence), fit: QR_SIZE, width: 'auto' };
  return [
    section('How to check', {
      columns: [{ style: 'checks', ol: ways, width: '*' }, qr],
      columnGap: 12,
    }),
  ];
}
