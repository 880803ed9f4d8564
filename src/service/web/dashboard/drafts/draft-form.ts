import { Value } from 'typebox/value';
import { phoneDigits, signerFieldProblem } from '../../../../contract/check-signers.ts';
import { documentNameProblem } from '../../../../contract/document.ts';
import { isRecord } from '../../../../contract/is-record.ts';
import type { SignaturePosition } from '../../../../contract/placement.ts';
import { SignaturePlacement } from '../../../../contract/placement.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import type { Problems } from '../form.ts';
import { textOf } from '../form.ts';
import { WORDS } from '../words/dashboard.words.ts';

const words = WORDS.drafts.draft;

const PLACINGS = ['space', 'words', 'page'] as const;
type Placing = (typeof PLACINGS)[number];

/** A signer as typed. */
export interface DraftRow {
  /** Ends the names of its fields. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly where: Placing;
  readonly words: string;
  /** JSON, written by the page's script; empty for none. */
  readonly places: string;
}

export interface DraftValues {
  readonly name: string;
  readonly message: string;
  readonly rows: readonly DraftRow[];
}

const NAME = /^name-(\w{1,8})$/;

export const emptyRow = (key: string): DraftRow => ({
  ...{ key, name: '', email: '', phone: '', words: '', places: '' },
  where: 'space',
});

function rowOf(body: unknown, key: string): DraftRow {
  const text = (field: string) => textOf(body, `${field}-${key}`);
  return {
    key,
    name: text('name').trim(),
    email: text('email').trim(),
    phone: text('phone').trim(),
    where: PLACINGS.find((one) => one === text('where')) ?? 'space',
    words: text('words').trim(),
    places: text('places'),
  };
}

/** The rows are in the order in which a browser sends their fields. */
export function submittedDraft(body: unknown): DraftValues {
  const keys = Object.keys(isRecord(body) ? body : {}).flatMap(
    (name) => NAME.exec(name)?.[1] ?? [],
  );
  return {
    name: textOf(body, 'name').trim(),
    message: textOf(body, 'message').trim(),
    rows: keys.map((key) => rowOf(body, key)),
  };
}

/** With an empty row if there are no signers yet. */
export function storedDraft({ name, message, signers }: Document): DraftValues {
  const rows = signers.map(
    (signer, index): DraftRow => ({
      ...emptyRow(String(index + 1)),
      ...{ name: signer.name, email: signer.email, phone: signer.phone },
      ...(signer.positions && { where: 'page', places: JSON.stringify(signer.positions) }),
    }),
  );
  return { name, message: message ?? '', rows: rows.length > 0 ? rows : [emptyRow('1')] };
}

/** Undefined for none, and for what no script of ours wrote. */
export function placesIn(text: string): readonly SignaturePosition[] | undefined {
  try {
    const placement: unknown = { positions: JSON.parse(text) };
    return Value.Check(SignaturePlacement, placement) ? placement.positions : undefined;
  } catch {
    return undefined;
  }
}

function moved(rows: readonly DraftRow[], at: number, by: 1 | -1): readonly DraftRow[] {
  const [row, other] = [rows[at], rows[at + by]];
  return row && other ? rows.with(at, other).with(at + by, row) : rows;
}

/**
 * A form with a row more, less, or elsewhere, as a button asks for: `add`, or `up`, `down` or
 * `remove` and a row's key. The focus goes to the field `focus`.
 */
export function arrangeRows(values: DraftValues, asked: string) {
  const [what, key = ''] = asked.split(':');
  const { rows } = values;
  const at = rows.findIndex((row) => row.key === key);
  const then = (changed: readonly DraftRow[], focus?: string) => ({
    values: { ...values, rows: changed },
    focus,
  });
  if (what === 'add') {
    const last = Math.max(0, ...rows.map((row) => Number.parseInt(row.key, 10) || 0));
    const added = emptyRow(String(last + 1));
    return then([...rows, added], `name-${added.key}`);
  }
  if (what === 'up') return then(moved(rows, at, -1), `name-${key}`);
  if (what === 'down') return then(moved(rows, at, 1), `name-${key}`);
  return what === 'remove' ? then(rows.filter((row) => row.key !== key)) : undefined;
}

const isEmpty = ({ name, email, phone }: DraftRow): boolean => `${name}${email}${phone}` === '';

/** Without rows that say nothing. */
export const filledRows = ({ rows }: DraftValues): readonly DraftRow[] =>
  rows.filter((row) => !isEmpty(row));

function rowProblems(row: DraftRow): [name: string, problem: string | undefined][] {
  const { key, name, email, phone, where } = row;
  const typed = { name, email, phone: phoneDigits(phone) };
  const fields = (['name', 'email', 'phone'] as const).map(
    (field): [string, string | undefined] => {
      const problem = signerFieldProblem(field, typed[field]);
      return [`${field}-${key}`, problem?.replace(field, words.fields[field])];
    },
  );
  const noWords = where === 'words' && row.words === '' ? words.noWords : undefined;
  const noPlace = where === 'page' && !placesIn(row.places) ? words.noPlace : undefined;
  return [...fields, [`where-${key}`, noPlace], [`words-${key}`, noWords]];
}

/** By field; empty if all can be saved. */
export function draftProblems(values: DraftValues): Problems {
  const { name } = values;
  const named = name === '' ? words.noName : documentNameProblem(name);
  const found: [string, string | undefined][] = [
    ['name', named && `${words.name} ${named}.`],
    ...filledRows(values).flatMap(rowProblems),
  ];
  return Object.fromEntries(
    found.filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** As the API takes it. */
export const signerOf = ({ name, email, phone, where, places }: DraftRow): unknown => {
  const positions = where === 'page' ? placesIn(places) : undefined;
  const advanced = positions && { signaturePlacement: { positions } };
  return { name, email, phone: phoneDigits(phone), ...(advanced && { advanced }) };
};
