import { phoneDigits } from '../../contract/check-signers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { GivenPosition } from './placement-grammar.ts';
import { parsePlacement } from './placement-grammar.ts';

export interface GivenSigner {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly positions: readonly GivenPosition[];
}

export type ParsedSigner =
  | { readonly ok: true; readonly signer: GivenSigner }
  | { readonly ok: false; readonly problem: string };

const PERSON = /^(.*?)<([^<>]*)>\s*(\S*)$/;
/** A phone number that a spreadsheet turned into a quantity. */
const QUANTITY = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$|^\d{8,}[.,]0+$/i;

const GRAMMAR = `"Name <email> phone", then up to ${LIMITS.placementsPerSigner} of @PAGE:X,Y,WIDTHxHEIGHT or @text:"WORDS"`;

const FIRST_RECTANGLE = /\s@(?=\S*:)/;

function lostDigits(phone: string): string | undefined {
  if (!QUANTITY.test(phone.trim())) return undefined;
  return `a spreadsheet turned the phone into ${phone.trim()}; format it as text`;
}

/** Parses `Name <email> phone @PAGE:X,Y,WxH …`. PAGE may be `last`; `@text:"…"` is beside words. */
export function parseSigner(text: string): ParsedSigner {
  const at = FIRST_RECTANGLE.exec(text)?.index ?? text.length;
  const person = PERSON.exec(
    text
      .slice(0, at)
      .trim()
      .replace(/(?<=>\s*[+\d][\d\s().+-]*)\s+/g, ''),
  );
  if (!person) return { ok: false, problem: `"${text}" is not in the form ${GRAMMAR}` };
  const [, name = '', email = '', phone = ''] = person;
  if (phone === '') return { ok: false, problem: `"${text}" has no phone after the email` };
  const lost = lostDigits(phone);
  if (lost !== undefined) return { ok: false, problem: lost };
  const placement = parsePlacement(text.slice(at));
  if (!placement.ok) return placement;
  const { positions } = placement;
  return {
    ok: true,
    signer: { name: name.trim(), email: email.trim(), phone: phoneDigits(phone), positions },
  };
}

export interface SignerCells {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Rectangles as in `--signer`; may be empty. */
  readonly placement: string;
}

const NEEDED = ['name', 'email', 'phone'] as const;

/** A problem of one cell, without a full stop. */
interface CellProblem {
  readonly part: keyof SignerCells;
  readonly problem: string;
}

export function signerOfCells(cells: SignerCells): {
  readonly signer: GivenSigner;
  readonly problems: readonly CellProblem[];
} {
  const problems: CellProblem[] = NEEDED.filter((part) => cells[part] === '').map((part) => {
    return { part, problem: `has no ${part}` };
  });
  const lost = lostDigits(cells.phone);
  if (lost !== undefined) problems.push({ part: 'phone', problem: lost });
  const placement = parsePlacement(cells.placement);
  if (!placement.ok) problems.push({ part: 'placement', problem: placement.problem });
  const { name, email, phone } = cells;
  const positions = placement.ok ? placement.positions : [];
  return { signer: { name, email, phone: phoneDigits(phone), positions }, problems };
}
