import { Value } from 'typebox/value';
import { LIMITS } from './limits.ts';
import type { SignaturePlacement } from './placement.ts';
import type { SignerInput } from './signer.ts';
import { AddSignersRequest } from './signer.ts';

/** Signers in the form that is stored, or the first problem in words. */
export type CheckedSigners =
  | { readonly ok: true; readonly signers: SignerInput[] }
  | { readonly ok: false; readonly problem: string };

/** Each rule of a signer in words, by the field that breaks it. */
const RULES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.name$/, 'must be text of at least one character'],
  [/\.phone$/, `must be digits only, at least ${LIMITS.phoneDigits} of them`],
  [/\.email$/, 'must be an email address'],
  [/\.page$/, 'must be a whole number, 1 or more'],
  [/\.width$/, `must be a number of at least ${LIMITS.placementWidth} points`],
  [/\.height$/, `must be a number of at least ${LIMITS.placementHeight} points`],
  [/\.[xy]$/, 'must be a number, in points'],
  [/\.positions$/, `must be a list of 1 to ${LIMITS.placementsPerSigner} rectangles`],
  [/\.signaturePlacement$/, 'must be an object with positions'],
  [/\.advanced(\.|$)/, 'may hold signaturePlacement and nothing else'],
  [/^signers$/, `must be a list of 1 to ${LIMITS.signersPerDocument} signers`],
  [/^signers\[\d+\]$/, 'must be an object with name, phone and email'],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function trimmed(signer: unknown): unknown {
  if (!isObject(signer)) return signer;
  const entries = Object.entries(signer).map(([key, value]) => {
    const isTrimmed = (key === 'name' || key === 'email') && typeof value === 'string';
    return [key, isTrimmed ? value.trim() : value];
  });
  return Object.fromEntries(entries);
}

const pathOf = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

function problemAt(path: string): string {
  const rule = RULES.find(([pattern]) => pattern.test(path));
  return `${path || 'The body'} ${rule?.[1] ?? 'must be an object with a list of signers'}.`;
}

interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

/** The path a fault is about: of a missing field, the field itself and not the object around it. */
function faultPath({ keyword, instancePath, params }: Fault): string {
  const missing = 'requiredProperties' in params ? params.requiredProperties : undefined;
  const field = keyword === 'required' && Array.isArray(missing) ? `/${String(missing[0])}` : '';
  return pathOf(instancePath + field);
}

function pageTwice(placement: SignaturePlacement | undefined): number | undefined {
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

/**
 * Checks the body of an add-signers request by the rules of the specification's section 2 and trims names and
 * emails. Unknown properties of a signer are dropped; of `advanced` they are refused.
 */
export function checkSigners(body: unknown): CheckedSigners {
  const candidate =
    isObject(body) && Array.isArray(body.signers) ? { signers: body.signers.map(trimmed) } : body;
  if (!Value.Check(AddSignersRequest, candidate)) {
    const [fault] = Value.Errors(AddSignersRequest, candidate);
    return { ok: false, problem: problemAt(fault ? faultPath(fault) : '') };
  }
  for (const [index, signer] of candidate.signers.entries()) {
    const page = pageTwice(signer.advanced?.signaturePlacement);
    if (page !== undefined) {
      const path = `signers[${index}].advanced.signaturePlacement.positions`;
      return { ok: false, problem: `${path} names page ${page} twice; give one rectangle a page.` };
    }
  }
  return { ok: true, signers: candidate.signers.map(stored) };
}
