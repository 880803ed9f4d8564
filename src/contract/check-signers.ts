import { Value } from 'typebox/value';
import { isRecord } from './is-record.ts';
import { LIMITS } from './limits.ts';
import type { SignaturePlacement, SignaturePosition } from './placement.ts';
import { SignerInput } from './signer.ts';
import { hasControls } from './unsafe-characters.ts';
import { DIRECTION_MARKS } from './unsafe-classes.ts';

/** The signers as they are stored, or a sentence about the first problem. */
export type CheckedSigners =
  | { readonly ok: true; readonly signers: SignerInput[] }
  | { readonly ok: false; readonly problem: string };

/** The rule for each field of a signer, by JSON pointer. */
const RULES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/name$/, `must be text of 1 to ${LIMITS.signerNameLength} characters`],
  [
    /^\/phone$/,
    `must be ${LIMITS.phoneDigits} to ${LIMITS.phoneMostDigits} digits, and nothing else`,
  ],
  [
    /^\/email$/,
    `must be an email address of at most ${LIMITS.emailLength} characters, ${LIMITS.emailLocalLength} before the @`,
  ],
  [/\/page$/, 'must be a whole number, 1 or more'],
  [/\/width$/, `must be a number of at least ${LIMITS.placementWidth} points`],
  [/\/height$/, `must be a number of at least ${LIMITS.placementHeight} points`],
  [/\/[xy]$/, 'must be a number, in points'],
  [/\/positions\/\d+$/, 'must be an object with page, x, y, width and height'],
  [/\/positions$/, `must be a list of 1 to ${LIMITS.placementsPerSigner} rectangles`],
  [/\/signaturePlacement$/, 'must be an object with positions'],
  [/^\/advanced$/, 'must be an object that holds signaturePlacement and nothing else'],
  [/^$/, 'must be an object with name, phone and email'],
];

function trimmed(signer: unknown): unknown {
  if (!isRecord(signer)) return signer;
  const entries = Object.entries(signer).map(([key, value]) => {
    const isTrimmed = (key === 'name' || key === 'email') && typeof value === 'string';
    return [key, isTrimmed ? value.trim() : value];
  });
  return Object.fromEntries(entries);
}

interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

/** Points at a missing field itself, but at the object that has a superfluous one. */
function faultPointer({ keyword, instancePath, params }: Fault): string {
  if (keyword === 'boolean') return instancePath.slice(0, instancePath.lastIndexOf('/'));
  const missing = 'requiredProperties' in params ? params.requiredProperties : undefined;
  return Array.isArray(missing) ? `${instancePath}/${String(missing[0])}` : instancePath;
}

function sentence(path: string, pointer: string): string {
  const rule = RULES.find(([pattern]) => pattern.test(pointer))?.[1] ?? 'is not valid';
  const field = pointer.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.');
  return `${path}${field} ${rule}.`;
}

function repeatedPage(placement: SignaturePlacement | undefined): number | undefined {
  const pages = placement?.positions.map(({ page }) => page) ?? [];
  return pages.find((page, index) => pages.indexOf(page) !== index);
}

function stored({ name, phone, email, advanced }: SignerInput): SignerInput {
  const placement = advanced?.signaturePlacement;
  if (!placement) return { name, phone, email };
  const positions = placement.positions.map(({ page, x, y, width, height }) => ({
    page,
    x,
    y,
    width,
    height,
  }));
  return { name, phone, email, advanced: { signaturePlacement: { positions } } };
}

const refused = (problem: string) => ({ ok: false, problem }) as const;

/** Checks one signer; the problem begins with its path. */
function checkSigner(signer: unknown, path: string) {
  if (!Value.Check(SignerInput, signer)) {
    const [fault] = Value.Errors(SignerInput, signer);
    return refused(sentence(path, fault ? faultPointer(fault) : ''));
  }
  if (hasControls(signer.name)) return refused(`${path}.name must hold no control characters.`);
  const page = repeatedPage(signer.advanced?.signaturePlacement);
  if (page === undefined) return { ok: true, signer: stored(signer) } as const;
  const positions = `${path}.advanced.signaturePlacement.positions`;
  return refused(`${positions} names page ${page} twice; give one rectangle a page.`);
}

const PROBE = { name: 'x', email: 'x@example.com', phone: '0000000000' };
export type SignerField = keyof typeof PROBE;

/** The problem with one field of a signer, beginning with its name; undefined if there is none. */
export function signerFieldProblem(field: SignerField, value: string): string | undefined {
  const checked = checkSigners({ signers: [{ ...PROBE, [field]: value }] });
  return checked.ok ? undefined : checked.problem.replace(/^signers\[0\]\./, '');
}

/** Grouping characters in phone numbers, and direction marks that come with pasting. */
const GROUPING = new RegExp(String.raw`[\s().\u002d\u2010-\u2015${DIRECTION_MARKS}]`, 'gu');

/** Digits only, without a leading `+`. */
export function phoneDigits(text: string): string {
  return text.replace(GROUPING, '').replace(/^\+/, '');
}

/**
 * Checks and trims an add-signers body (specification, section 2) up to the first problem. Unknown
 * properties of a signer are dropped, those of `advanced` refused.
 */
export function checkSigners(body: unknown): CheckedSigners {
  if (!isRecord(body)) return refused('The body must be an object with a list of signers.');
  const given = body.signers;
  const most = LIMITS.signersPerDocument;
  if (!Array.isArray(given) || given.length < 1 || given.length > most)
    return refused(`signers must be a list of 1 to ${most} signers.`);
  const signers: SignerInput[] = [];
  for (const [index, item] of given.entries()) {
    const checked = checkSigner(trimmed(item), `signers[${index}]`);
    if (!checked.ok) return checked;
    signers.push(checked.signer);
  }
  return { ok: true, signers };
}

/** The size of a page as displayed, in PDF points. */
export interface PageExtent {
  readonly width: number;
  readonly height: number;
}

/** In points: page sizes are rarely round (595.304 × 841.890), so rectangles may exceed them. */
const TOLERANCE = 0.5;

function isOutside({ x, y, width, height }: SignaturePosition, page: PageExtent): boolean {
  const isLow = x < -TOLERANCE || y < -TOLERANCE;
  return isLow || x + width > page.width + TOLERANCE || y + height > page.height + TOLERANCE;
}

/** Why a rectangle is not on its page, without subject and full stop; undefined if it is. */
export function rectangleProblem(
  position: SignaturePosition,
  pages: readonly PageExtent[],
): string | undefined {
  const page = pages[position.page - 1];
  const has = pages.length === 1 ? '1 page' : `${pages.length} pages`;
  if (!page) return `is placed on page ${position.page}, but the document has ${has}`;
  if (!isOutside(position, page)) return undefined;
  const size = `${page.width} × ${page.height} points`;
  return `is placed outside page ${position.page} (${size}); the document has ${has}`;
}
