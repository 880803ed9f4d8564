import { overlap } from '../signers/overlap.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import type { SignatureBox } from './warn-of-covered-text.ts';

export function warnOfOverlaps(
  boxes: readonly SignatureBox[],
  { out }: { readonly out: Pick<Printer, 'warn'> },
): void {
  for (const [index, one] of boxes.entries()) {
    const { page } = one.position;
    for (const other of boxes.slice(index + 1)) {
      if (other.position.page !== page || !overlap(one.position, other.position)) continue;
      const names = `${harmless(one.name)} and ${harmless(other.name)}`;
      out.warn(`the signatures of ${names} overlap on page ${page}`);
    }
  }
}
