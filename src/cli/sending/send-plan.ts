import type { Advanced, SignaturePosition } from '../../contract/placement.ts';
import type { Place } from '../command-context.ts';
import { placeText } from '../command-context.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Paint } from '../terminal/paint.ts';
import { tableText } from '../terminal/table.ts';

export interface PlannedSigner {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
  readonly advanced?: Advanced | undefined;
}

export interface SendPlan {
  readonly name: string;
  /** Only for a file. */
  readonly pages?: number | undefined;
  readonly sha256?: string | undefined;
  readonly signers: readonly PlannedSigner[];
}

export interface DryRun {
  readonly dryRun: true;
  readonly name: string;
  /** Null for a document at the service, or if they cannot be counted. */
  readonly pages: number | null;
  readonly sha256: string | null;
  /** As sent to the API: words are replaced by rectangles. */
  readonly signers: readonly PlannedSigner[];
  readonly credits: number;
  /** Absolute path of the preview, if one was written. */
  readonly preview: string | null;
}

export function dryRunOf(plan: SendPlan, preview: string | undefined): DryRun {
  const { name, pages = null, sha256 = null } = plan;
  const signers = plan.signers.map(({ name: who, email, phone, advanced }) => {
    return { name: who, email, phone, ...(advanced && { advanced }) };
  });
  const credits = signers.length;
  return { dryRun: true, name, pages, sha256, signers, credits, preview: preview ?? null };
}

export const positionsOf = ({ advanced }: PlannedSigner): readonly SignaturePosition[] =>
  advanced?.signaturePlacement?.positions ?? [];

const AUTOMATIC = 'in white space on the last page, or a page added for signatures';

/** Rectangles are in the grammar of `--signer`. */
export function placesText(signer: PlannedSigner): string {
  const places = positionsOf(signer).map(
    ({ page, x, y, width, height }) => `@${page}:${x},${y},${width}x${height}`,
  );
  return places.length === 0 ? AUTOMATIC : `at ${places.join(' ')}`;
}

export interface PlanOutput {
  readonly write: (line: string) => void;
  readonly paint: Paint;
}

export async function printPlan(
  { write, paint }: PlanOutput,
  { name, pages, sha256, signers }: SendPlan,
  place: Place,
): Promise<void> {
  const size = pages === undefined ? '' : ` (${counted(pages, 'page')})`;
  write(`${paint.bold(harmless(name))}${size}`);
  if (sha256 !== undefined) write(paint.dim(`SHA-256 ${sha256}`));
  const rows = signers.map((signer, index) => [
    String(index + 1),
    signer.name,
    signer.email ?? '–',
    signer.phone,
  ]);
  write('');
  write(await tableText({ heads: ['#', 'name', 'email', 'phone'], rows }));
  write('');
  for (const [index, signer] of signers.entries())
    write(`${index + 1} signs ${placesText(signer)}`);
  write('');
  write(`${counted(signers.length, 'mail')}, ${counted(signers.length, 'credit')}`);
  write(placeText(place, paint));
}
