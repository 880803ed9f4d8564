import type { ParsedSigner } from './signer-grammar.ts';
import { lostDigits, parsePlacement, phoneDigits } from './signer-grammar.ts';

/** The cells of a table that hold one signer. */
export interface SignerCells {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Rectangles as `--signer` takes them; empty for none. */
  readonly placement: string;
}

/** The columns that a signer must have. */
const NEEDED = ['name', 'email', 'phone'] as const;

/** A signer out of the cells of a table, or what is wrong with them. Pure. */
export function signerOfCells(cells: SignerCells): ParsedSigner {
  const absent = NEEDED.filter((part) => cells[part] === '');
  if (absent.length > 0) return { ok: false, problem: `has no ${absent.join(', no ')}` };
  const lost = lostDigits(cells.phone);
  if (lost !== undefined) return { ok: false, problem: lost };
  const placement = parsePlacement(cells.placement);
  if (!placement.ok) return placement;
  const { name, email, phone } = cells;
  const { positions } = placement;
  return { ok: true, signer: { name, email, phone: phoneDigits(phone), positions } };
}
