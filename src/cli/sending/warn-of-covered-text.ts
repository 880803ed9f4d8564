import { Flags } from '@oclif/core';
import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageReader } from '../../pdf/reading/page-reader.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { overlap } from '../signers/place-signers.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import type { PlannedSigner } from './send-plan.ts';
import { positionsOf } from './send-plan.ts';

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
  readonly isRefused: boolean;
}

/** In a manifest's row, too. */
export const coveredFlag = Flags.boolean({
  description: 'refuse a signature that would cover text, instead of warning (exit 2)',
});

const UNCHECKED = 'could not check whether signatures cover text: the pages could not be read';

const coveredWords = (name: string, { page }: SignaturePosition): string =>
  `the signature of ${harmless(name)} will cover text on page ${page}`;

function refused(problems: readonly string[]): CliError {
  return new CliError({
    code: 'text_covered',
    what: `${problems.join('; ')}; nothing was sent`,
    next: 'choose other places, and look at them with --preview',
    exitCode: EXIT.usage,
  });
}

/**
 * Warns about rectangles over text, which signatures hide, and unreadable pages. Returns all.
 * Throws a `CliError` (exit 2) instead if that is refused.
 */
export async function warnOfCoveredText(
  pdf: Uint8Array,
  signers: readonly PlannedSigner[],
  { out, reader, isRefused }: WarningContext,
): Promise<SignatureBox[]> {
  const rects = signers.flatMap((signer, index) =>
    positionsOf(signer).map((position) => ({ order: index + 1, name: signer.name, position })),
  );
  if (rects.length === 0) return [];
  const positions = rects.map(({ position }) => position);
  const covered = await reader.findCovered(pdf, positions).catch(() => undefined);
  const boxes = rects.map((rect, index) => ({ ...rect, coversText: covered?.[index] ?? false }));
  const problems = boxes
    .filter(({ coversText }) => coversText)
    .map(({ name, position }) => coveredWords(name, position));
  const all = covered === undefined ? [UNCHECKED] : problems;
  if (isRefused && all.length > 0) throw refused(all);
  for (const problem of all) out.warn(problem);
  return boxes;
}
