import type { SignaturePosition } from '../../contract/placement.ts';
import type { SignerInput } from '../../contract/signer.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';

/** Which rectangles cover text on the pages of a file; undefined if that cannot be found out. */
export type FindCovered = (
  path: string,
  rects: readonly SignaturePosition[],
) => Promise<boolean[] | undefined>;

interface WarningContext {
  readonly out: Pick<Printer, 'warn'>;
  readonly findCovered: FindCovered;
}

/**
 * Warns of each rectangle that covers text of the file: a signature hides what is behind it. Warns as well if the pages
 * cannot be read. Says nothing for a PDF from stdin.
 */
export async function warnOfCoveredText(
  path: string,
  signers: readonly SignerInput[],
  { out, findCovered }: WarningContext,
): Promise<void> {
  const rects = signers.flatMap(({ name, advanced }) =>
    (advanced?.signaturePlacement?.positions ?? []).map((position) => ({ name, position })),
  );
  if (rects.length === 0 || path === '-') return;
  const positions = rects.map(({ position }) => position);
  const covered = await findCovered(path, positions).catch(() => undefined);
  if (covered === undefined) {
    out.warn('could not check whether signatures cover text: the pages cannot be read');
  }
  for (const [index, { name, position }] of rects.entries()) {
    if (!covered?.[index]) continue;
    out.warn(`the signature of ${harmless(name)} will cover text on page ${position.page}`);
  }
}
