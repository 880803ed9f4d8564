import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';

/** What came of checking a delivery's signature, as far as it is shown. */
interface ShownDiagnosis {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly explain: readonly string[];
}

/**
 * Prints whether a signature fits, and why it does not; with the signatures that would be right, where somebody asked for
 * them.
 */
export function printDiagnosis(
  printer: Printer,
  { valid, reason, explain }: ShownDiagnosis,
  expected?: readonly string[],
): void {
  if (printer.isJson) printer.document({ valid, reason, explain, ...(expected && { expected }) });
  else if (valid) printer.result('valid: the signature fits the body and the secret');
  else {
    printer.result(`not valid: ${harmless(reason ?? '').replaceAll('_', ' ')}`);
    for (const sentence of explain) printer.result(`  ${harmless(sentence)}`);
  }
  for (const signature of expected ?? []) printer.result(`expected: ${signature}`);
}
