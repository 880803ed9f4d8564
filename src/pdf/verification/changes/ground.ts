import type { PDF, PdfDict } from '@libpdf/core';
import { readArray, readDict, readName, readNumber, readText } from '../../objects.ts';
import { formFields, OURS } from '../../signing/form-fields.ts';

/** The limits that earlier signatures set on later changes (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
export interface Ground {
  readonly fields: ReadonlySet<string>;
  /** Names of the signature fields then. */
  readonly signatureFields: ReadonlySet<string>;
  /** Whether this service placed the fields, which must then stay as they are. */
  readonly isOurs: boolean;
  /** Whether only proof for later checks is permitted (P 1 of DocMDP or /Lock). */
  readonly isFinal: boolean;
  readonly isLocked: (field: string) => boolean;
}

type Locks = Pick<Ground, 'isFinal' | 'isLocked'>;

const NO_CHANGES = 1;

/** Which fields a FieldMDP transform locks; a name includes the fields below it. */
function lockOf(pdf: PDF, parameters: PdfDict): (field: string) => boolean {
  const names = [...(readArray(pdf, parameters.get('Fields')) ?? [])].flatMap(
    (item) => readText(pdf, item) ?? [],
  );
  const isNamed = (field: string) =>
    names.some((name) => field === name || field.startsWith(`${name}.`));
  const action = readName(pdf, parameters.get('Action'));
  if (action === 'Include') return isNamed;
  if (action === 'Exclude') return (field) => !isNamed(field);
  return () => action === 'All';
}

function locksOf(pdf: PDF, signature: PdfDict): Locks {
  let isFinal = false;
  const locks: ((field: string) => boolean)[] = [];
  for (const item of readArray(pdf, signature.get('Reference')) ?? []) {
    const reference = readDict(pdf, item);
    const parameters = readDict(pdf, reference?.get('TransformParams'));
    const method = readName(pdf, reference?.get('TransformMethod'));
    if (parameters === undefined) continue;
    if (method === 'DocMDP') isFinal ||= readNumber(pdf, parameters.get('P')) === NO_CHANGES;
    if (method === 'FieldMDP') locks.push(lockOf(pdf, parameters));
  }
  return { isFinal, isLocked: (field) => locks.some((isLocked) => isLocked(field)) };
}

export function addLocks(ground: Ground, pdf: PDF, field: string): Ground {
  const signed = [...formFields(pdf)].find(({ name, dict }) => name === field && dict.has('V'));
  const signature = readDict(pdf, signed?.dict.get('V'));
  if (signature === undefined) return ground;
  const { isFinal, isLocked } = locksOf(pdf, signature);
  const own = readNumber(pdf, readDict(pdf, signed?.dict.get('Lock'))?.get('P'));
  return {
    ...ground,
    isFinal: ground.isFinal || isFinal || own === NO_CHANGES,
    isLocked: (name) => ground.isLocked(name) || isLocked(name),
  };
}

export function groundOf(pdf: PDF): Ground {
  const fields = [...formFields(pdf)];
  const signatureFields = new Set(
    fields.filter(({ type }) => type === 'Sig').map(({ name }) => name),
  );
  return {
    fields: new Set(fields.map(({ name }) => name)),
    signatureFields,
    isOurs: [...signatureFields].some((name) => OURS.test(name)),
    isFinal: false,
    isLocked: () => false,
  };
}
