import type { SendResult } from '../../client/index.ts';
import type { AddedSigner } from '../../contract/signer.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

const placementWords = ({ advanced }: AddedSigner): string => {
  const pages = advanced?.signaturePlacement?.positions.map(({ page }) => page) ?? [];
  return pages.length === 0 ? 'default' : `page ${pages.join(', ')}`;
};

/** Prints signers that were just added. */
export async function printAddedSigners(
  printer: Printer,
  signers: readonly AddedSigner[],
): Promise<void> {
  const rows = signers.map((signer) => [
    String(signer.signingOrder),
    signer.name,
    signer.email ?? '–',
    placementWords(signer),
  ]);
  await printTable(printer, { heads: ['#', 'name', 'email', 'placement'], rows, flexible: [1, 2] });
}

/** Prints what was sent: each signer's own link, which is a credential of theirs, on a line of its own. */
export function printSent(printer: Printer, sent: SendResult): void {
  printer.result(`${sent.documentId}  ${sent.status}`);
  for (const { signingOrder, name, email, signUrl } of sent.signers) {
    printer.result('');
    printer.result(harmless(`${signingOrder}  ${name} <${email ?? '–'}>`));
    printer.result(`   ${harmless(signUrl ?? 'unknown')}`);
  }
  if (sent.creditsRemaining === null)
    printer.warn('the answer was lost and rebuilt by reading: the credits left are not known');
  else printer.note(`${sent.creditsRemaining} credits left`);
}
