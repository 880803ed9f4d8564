import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';

interface ShownSignature {
  readonly field: string;
  readonly signer: { readonly commonName: string; readonly issuer: string } | null;
  readonly claimedAt: string | null;
  readonly valid: boolean;
  readonly trusted: boolean;
  readonly problem?: { readonly message: string };
}

/** The fields of a PDF verdict that are printed. */
export interface ShownVerdict {
  readonly signatures: readonly ShownSignature[];
  readonly intact: boolean;
  readonly certificate?: {
    readonly documentName: string;
    readonly documentId: string;
    readonly finalSha256: string;
    readonly auditEntries: number;
  };
  readonly problem?: { readonly message: string };
}

/** Whether a file is intact and, if roots are known, every signer is trusted. */
export function isVerified(verdict: ShownVerdict, hasRoots: boolean): boolean {
  return verdict.intact && (!hasRoots || verdict.signatures.every(({ trusted }) => trusted));
}

function wordsOf({ valid, trusted, problem }: ShownSignature, hasRoots: boolean): string {
  if (!valid) return `NOT VALID: ${problem?.message ?? 'cannot be checked'}`;
  if (trusted) return 'valid and trusted';
  return hasRoots
    ? `valid, NOT TRUSTED: ${problem?.message ?? 'its chain leads to another root'}`
    : 'valid; trust not checked';
}

/** Prints each signature with its signer, then the verdict on the file. */
export function printVerdict(printer: Printer, verdict: ShownVerdict, hasRoots: boolean): void {
  const { paint } = printer;
  for (const signature of verdict.signatures) {
    const isGood = signature.valid && (signature.trusted || !hasRoots);
    const mark = isGood ? paint.green('✓') : paint.red('✗');
    const name = harmless(signature.signer?.commonName ?? signature.field);
    const words = harmless(wordsOf(signature, hasRoots));
    printer.result(`${mark} ${name}  ${localTime(signature.claimedAt)}  ${words}`);
  }
  if (verdict.certificate) {
    const { documentName, documentId, finalSha256, auditEntries } = verdict.certificate;
    printFields(printer, [
      ['certificate of', `${documentName} (${documentId})`],
      ['signed PDF', `SHA-256 ${finalSha256}`],
      ['audit trail', `${auditEntries} entries, unbroken`],
    ]);
  }
  const reason = verdict.problem ? `: ${harmless(verdict.problem.message)}` : '';
  if (isVerified(verdict, hasRoots))
    printer.result(paint.green('The file has not changed since it was signed.'));
  else printer.result(paint.red(`The file does not verify${reason}.`));
}
