import { LIMITS } from '../../contract/limits.ts';
import type { SignaturePosition } from '../../contract/placement.ts';
import type { SignerInput } from '../../contract/signer.ts';
import { DIRECTION_MARKS } from '../../contract/unsafe-characters.ts';

/** A rectangle whose page may be the last one, whatever its number. */
type GivenPosition = Omit<SignaturePosition, 'page'> & { readonly page: number | 'last' };

/** A signer as written on the command line. */
export interface GivenSigner {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly positions: readonly GivenPosition[];
}

/** A signer, or what is wrong with the text, as a sentence without a full stop. */
export type ParsedSigner =
  | { readonly ok: true; readonly signer: GivenSigner }
  | { readonly ok: false; readonly problem: string };

const PERSON = /^(.*?)<([^<>]*)>\s*(\S*)$/;
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const RECTANGLE = new RegExp(
  String.raw`^(\d+|last):(${NUMBER}),(${NUMBER}),(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$`,
  'i',
);
/** A phone number as people write it: the digits may be grouped, and marks of direction come along when it is pasted. */
const GROUPING = new RegExp(String.raw`[\s().\u002d\u2010-\u2015${DIRECTION_MARKS}]`, 'gu');
/** What a spreadsheet makes of a phone number that it takes for a quantity. */
const QUANTITY = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$|^\d{8,}[.,]0+$/i;

const GRAMMAR = `"Name <email> phone", then up to ${LIMITS.placementsPerSigner} of @PAGE:X,Y,WIDTHxHEIGHT`;

/** The beginning of the first rectangle: an `@` at the start of a word, followed by a page. */
const FIRST_RECTANGLE = /\s@(?=\S*:)/;

function parsePosition(text: string): GivenPosition | undefined {
  const match = RECTANGLE.exec(text);
  if (!match) return undefined;
  const [, page = '', x, y, width, height] = match;
  return {
    page: page.toLowerCase() === 'last' ? 'last' : Number(page),
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  };
}

/** The same phone number in digits only; a leading `+` is dropped. */
export function phoneDigits(text: string): string {
  return text.replace(GROUPING, '').replace(/^\+/, '');
}

/** Why a phone's digits are lost, as a sentence without a full stop; undefined when they are not. Pure. */
export function lostDigits(phone: string): string | undefined {
  if (!QUANTITY.test(phone.trim())) return undefined;
  return `a spreadsheet turned the phone into ${phone.trim()}; format it as text`;
}

/** Reads rectangles parted by blanks: `@1:72,96,180x120 @last:72,96,180x120`. Pure. */
export function parsePlacement(
  text: string,
): { ok: true; positions: GivenPosition[] } | { ok: false; problem: string } {
  const positions: GivenPosition[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const position = word.startsWith('@') ? parsePosition(word.slice(1)) : undefined;
    if (!position)
      return { ok: false, problem: `"${word}" is no rectangle of the form @PAGE:X,Y,WIDTHxHEIGHT` };
    positions.push(position);
  }
  return { ok: true, positions };
}

/** Reads `Name <email> phone @PAGE:X,Y,WxH …`; `@last:` is the last page. Pure. */
export function parseSigner(text: string): ParsedSigner {
  const at = FIRST_RECTANGLE.exec(text)?.index ?? text.length;
  const person = PERSON.exec(
    text
      .slice(0, at)
      .trim()
      .replace(/(?<=>\s*[+\d][\d\s().+-]*)\s+/g, ''),
  );
  if (!person) return { ok: false, problem: `"${text}" is not of the form ${GRAMMAR}` };
  const [, name = '', email = '', phone = ''] = person;
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

/** True when a rectangle stands on the last page, so that the number of pages must be known. */
export function needsPageCount(signers: readonly GivenSigner[]): boolean {
  return signers.some(({ positions }) => positions.some(({ page }) => page === 'last'));
}

/** A signer in the API's form; `pages` is the document's number of pages, needed for `@last`. */
export function toSignerInput(signer: GivenSigner, pages: number | undefined): SignerInput {
  const { name, email, phone } = signer;
  if (signer.positions.length === 0) return { name, phone, email };
  const positions = signer.positions.map((position) => ({
    ...position,
    page: position.page === 'last' ? (pages ?? 0) : position.page,
  }));
  return { name, phone, email, advanced: { signaturePlacement: { positions } } };
}
