import type { Admission } from '../../pdf/admission/refusals.ts';
import type { CommandContext } from '../command-context.ts';
import { counted } from '../terminal/counted.ts';

/** Says that form fields of a PDF stay empty, where it was checked. */
export function warnOfEmptyFields(
  admission: Admission | undefined,
  out: Pick<CommandContext['out'], 'warn'>,
): void {
  if (!admission?.ok || admission.emptyFields === 0) return;
  const empty = counted(admission.emptyFields, 'empty form field');
  out.warn(`the PDF has ${empty}, which signers cannot fill in`);
}
