import type { Printer } from './printer.ts';

/** What came of checking a delivery's signature, as far as it is shown. */
interface ShownDiagnosis {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly explain: readonly string[];
}

/** Prints whether a signature fits, and why it does not. */
export function printDiagnosis(printer: Printer, { valid, reason, explain }: ShownDiagnosis): void {
  if (printer.isJson) printer.document({ valid, reason, explain });
  else if (valid) printer.result('valid: the signature fits the body and the secret');
  else {
    printer.result(`not valid: ${reason?.replaceAll('_', ' ')}`);
    for (const sentence of explain) printer.result(`  ${sentence}`);
  }
}
