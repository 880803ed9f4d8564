import type { SendResult } from '../client/index.ts';
import type { AddedSigner } from '../contract/signer.ts';
import type { Printer } from './printer.ts';
import { printTable } from './table.ts';

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
  await printTable(printer, ['#', 'name', 'email', 'placement'], rows);
}

/** Prints what was sent: each signer's own link, which is a credential of theirs. */
export async function printSent(printer: Printer, sent: SendResult): Promise<void> {
  const rows = sent.signers.map((signer) => [
    String(signer.signingOrder),
    signer.name,
    signer.email ?? '–',
    signer.signUrl ?? 'unknown',
  ]);
  printer.result(`${sent.documentId}  ${sent.status}`);
  printer.result('');
  await printTable(printer, ['#', 'name', 'email', 'link'], rows);
  if (sent.creditsRemaining === null)
    printer.warn('the answer was lost and rebuilt by reading: the credits left are not known');
  else printer.note(`${sent.creditsRemaining} credits left`);
}
