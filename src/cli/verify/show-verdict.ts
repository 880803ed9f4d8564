import type { CertificateSummary } from '../../pdf/certificate/read-certificate.ts';
import type { PdfVerdict } from '../../pdf/verification/verdict.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { printFields } from '../terminal/table.ts';
import { utcAndLocal } from '../terminal/times.ts';

interface ShownFinding {
  readonly code: string;
  readonly reason?: string;
  readonly message: string;
}

export interface ShownVerdict
  extends Pick<PdfVerdict, 'verified' | 'integrityVerified' | 'level' | 'fields'> {
  readonly signatures: readonly unknown[];
  readonly findings: readonly ShownFinding[];
  readonly certificate?: Pick<
    CertificateSummary,
    'documentName' | 'documentId' | 'finalSha256' | 'auditEntries' | 'erasedValues'
  >;
  readonly problem?: ShownFinding;
}

interface VerdictPlace {
  readonly file: string;
  readonly isIntegrityOnly: boolean;
  readonly certificateFile?: string | undefined;
}

const GOOD: readonly string[] = [
  'AS_SIGNED',
  'EVIDENCE_ADDED',
  'SAME_PICTURES',
  'TRUSTED',
  'TIMESTAMPED',
  'SEALED',
  'PAIR_OK',
  'NOT_REVOKED',
];
const REMARKS: readonly string[] = [
  ...['UNKNOWN', 'REVOKED_LATER', 'NAME', 'NOT_FETCHED'],
  ...['NOT_COMPARED', 'PLACED', 'NO_TIMESTAMP'],
];
const IDENTITY: readonly string[] = [
  'NO_ROOT',
  'UNTRUSTED',
  'WRONG_USE',
  'CERT_TIME',
  'NO_TIME',
  'FUTURE',
  'TIME_ORDER',
  'SEAL_UNKNOWN',
  'REVOKED',
];

/** In a file that passed, a bad finding is only a remark: for example, a useless timestamp. */
function markOf({ paint }: Printer, code: string, { isPassed, isIntegrityOnly }: Marking): string {
  if (GOOD.includes(code)) return paint.green('✓');
  const isNotAsked = isIntegrityOnly && IDENTITY.includes(code);
  const isRemark = isPassed || isNotAsked || REMARKS.includes(code);
  return isRemark ? paint.yellow('·') : paint.red('✗');
}

interface Marking {
  readonly isPassed: boolean;
  readonly isIntegrityOnly: boolean;
}

const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;

/** Safe for a terminal, with readable times. */
const shownMessage = (message: string): string => harmless(message).replace(TIMES, utcAndLocal);

const RESERVED: readonly string[] = ['NOT_COMPARED', 'PLACED'];

/** Always part of a good verdict: who else signed, what was not compared, what was placed later. */
function reservations({ findings }: ShownVerdict): string {
  const isElse = ({ code, reason }: ShownFinding) => code === 'NAME' && reason === 'mismatch';
  return findings
    .filter((finding) => isElse(finding) || RESERVED.includes(finding.code))
    .map(({ message }) => ` ${harmless(message)}`)
    .join('');
}

/** Claims no more than was asked. */
function goodWords({ fields }: ShownVerdict, isIntegrityOnly: boolean): string {
  if (isIntegrityOnly) return 'Integrity verified: intact and complete. Who signed was not asked.';
  const who = fields.total === 1 ? 'its signer is' : `all ${fields.total} signers are`;
  return `Verified: intact and complete, and ${who} identified.`;
}

/** The meaning of each level, as found with the given roots. */
const LEVELS: readonly (readonly [end: string, meaning: string])[] = [
  ['LTA', 'with timestamps, and proof of certificates and revocation under a document timestamp'],
  ['LT', 'with timestamps, and proof of certificates and revocation in the file'],
  ['T', 'with timestamps'],
  ['B', 'without timestamps'],
];

function levelWords(level: string): string {
  const [, meaning] = LEVELS.find(([end]) => level.endsWith(`-${end}`)) ?? [];
  const bound = level.startsWith('PAdES') ? '' : '; a signature does not bind its certificate';
  return `Level found: ${level}, ${meaning}${bound}.`;
}

function nextStep(code: string, { file }: VerdictPlace): string | undefined {
  const command = `esign verify ${shellWord(file)}`;
  switch (code) {
    case 'NO_ROOT':
      return `${command} --root authority.pem   # or --integrity-only, without asking who signed`;
    case 'UNTRUSTED':
      return `${command} --root authority.pem   # with the root of this signer's authority`;
    case 'SEAL_UNKNOWN':
      return `${command} --service-cert seal.pem   # with the service's own certificate`;
    case 'INCOMPLETE':
      return 'esign docs download ID   # when all signers have signed';
    default:
      return undefined;
  }
}

function printCertificate(printer: Printer, { certificate }: ShownVerdict): void {
  if (!certificate) return;
  const { documentName, documentId, finalSha256, auditEntries, erasedValues } = certificate;
  const erased = erasedValues === 0 ? '' : `, ${counted(erasedValues, 'personal value')} erased`;
  printFields(printer, [
    ['certificate of', `${documentName} (${documentId})`],
    ['signed PDF', `SHA-256 ${finalSha256}`],
    ['audit trail', `${auditEntries} entries, unbroken${erased}`],
  ]);
}

export function passes(verdict: ShownVerdict, isIntegrityOnly: boolean): boolean {
  return isIntegrityOnly ? verdict.integrityVerified : verdict.verified;
}

export function printVerdict(printer: Printer, verdict: ShownVerdict, shown: VerdictPlace): void {
  const { paint } = printer;
  const { isIntegrityOnly } = shown;
  const isPassed = passes(verdict, isIntegrityOnly);
  for (const { code, message } of verdict.findings) {
    const mark = markOf(printer, code, { isPassed, isIntegrityOnly });
    printer.prose(`${mark} ${shownMessage(message)}`);
  }
  if (verdict.level) printer.prose(`${paint.yellow('·')} ${levelWords(verdict.level)}`);
  printCertificate(printer, verdict);
  if (isPassed) {
    const others = reservations(verdict);
    const words = paint.green(goodWords(verdict, isIntegrityOnly));
    printer.prose(`${words}${others && paint.yellow(others)}`);
    return;
  }
  const code = verdict.problem?.code ?? '';
  printer.prose(paint.red(`Not verified (${code}).`));
  const next = nextStep(code, shown);
  if (next !== undefined) printer.next(next);
}

export function printSummary(printer: Printer, verdict: ShownVerdict, shown: VerdictPlace): void {
  const { paint } = printer;
  const { isIntegrityOnly, file, certificateFile } = shown;
  const { fields, problem } = verdict;
  if (passes(verdict, isIntegrityOnly)) {
    const word = isIntegrityOnly ? 'integrity verified' : 'verified';
    const pair = certificateFile === undefined ? '' : `, with ${harmless(certificateFile)}`;
    const names = reservations(verdict);
    const others = names && paint.yellow(`.${names}`);
    printer.prose(
      `${paint.green('✓')} ${harmless(file)}  ${word}, ${fields.signed} signed${pair}${others}`,
    );
  } else {
    const why = `${problem?.code ?? ''}: ${shownMessage(problem?.message ?? '')}`;
    printer.prose(`${paint.red('✗')} ${harmless(file)}  ${why}`);
  }
}
