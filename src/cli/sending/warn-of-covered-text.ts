import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageReader } from '../../pdf/reading/page-reader.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import type { PlannedSigner } from './send-plan.ts';
import { positionsOf } from './send-plan.ts';

export interface SignatureBox {
  /** Position in the signing order, from 1. */
  readonly order: number;
  readonly name: string;
  readonly position: SignaturePosition;
  /** Also false if the pages cannot be read. */
  readonly coversText: boolean;
}

interface WarningContext {
  readonly out: Pick<Printer, 'warn'>;
  readonly reader: Pick<PageReader, 'findCovered'>;
}

/** Warns about rectangles over text, which signatures hide, and unreadable pages. Returns all. */
export async function warnOfCoveredText(
  pdf: Uint8Array,
  signers: readonly PlannedSigner[],
  { out, reader }: WarningContext,
): Promise<SignatureBox[]> {
  const rects = signers.flatMap((signer, index) =>
    positionsOf(signer).map((position) => ({ order: index + 1, name: signer.name, position })),
  );
  if (rects.length === 0) return [];
  const positions = rects.map(({ position }) => position);
  const covered = await reader.findCovered(pdf, positions).catch(() => undefined);
  if (covered === undefined) {
    out.warn('could not check whether signatures cover text: the pages could not be read');
  }
  const boxes = rects.map((rect, index) => ({ ...rect, coversText: covered?.[index] ?? false }));
  for (const { name, position } of boxes.filter(({ coversText }) => coversText))
    out.warn(`the signature of ${harmless(name)} will cover text on page ${position.page}`);
  return boxes;
}
