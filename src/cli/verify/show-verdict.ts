import type { ShownVerdict } from '../../contract/verdict-words.ts';
import {
  goodWords,
  levelWords,
  passes,
  reservations,
  weightOf,
} from '../../contract/verdict-words.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { printFields } from '../terminal/table.ts';
import { utcAndLocal } from '../terminal/times.ts';

interface VerdictPlace {
  readonly file: string;
  readonly isIntegrityOnly: boolean;
  readonly certificateFile?: string | undefined;
}

const MARKS = {
  good: ({ paint }: Printer) => paint.green('✓'),
  remark: ({ paint }: Printer) => paint.yellow('·'),
  bad: ({ paint }: Printer) => paint.red('✗'),
};

const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;

/** Safe for a terminal, with readable times. */
const shownMessage = (message: string): string => harmless(message).replace(TIMES, utcAndLocal);

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

export function printVerdict(printer: Printer, verdict: ShownVerdict, shown: VerdictPlace): void {
  const { paint } = printer;
  const { isIntegrityOnly } = shown;
  const isPassed = passes(verdict, isIntegrityOnly);
  for (const { code, message } of verdict.findings) {
    const mark = MARKS[weightOf(code, { isPassed, isIntegrityOnly })](printer);
    printer.prose(`${mark} ${shownMessage(message)}`);
  }
  if (verdict.level) printer.prose(`${paint.yellow('·')} ${levelWords(verdict.level)}`);
  printCertificate(printer, verdict);
  if (isPassed) {
    const others = harmless(reservations(verdict));
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
    const names = harmless(reservations(verdict));
    const others = names && paint.yellow(`.${names}`);
    printer.prose(
      `${paint.green('✓')} ${harmless(file)}  ${word}, ${fields.signed} signed${pair}${others}`,
    );
  } else {
    const why = `${problem?.code ?? ''}: ${shownMessage(problem?.message ?? '')}`;
    printer.prose(`${paint.red('✗')} ${harmless(file)}  ${why}`);
  }
}
