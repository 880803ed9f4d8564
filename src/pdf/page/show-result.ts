import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-classes.ts';
import {
  goodWords,
  levelWords,
  passes,
  reservations,
  weightOf,
} from '../../contract/verdict-words.ts';
import type { JudgedFile } from '../verification/pair.ts';
import type { PdfVerdict } from '../verification/verdict.ts';
import { FINDINGS_IN_HINDI, goodInHindi, WORDS } from './words.ts';

type Attributes = Readonly<Record<string, string>>;

/** Text is always text, so nothing in a file becomes markup. */
export function element(
  tag: string,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Both languages; the style sheet shows the chosen one. */
export function spoken({ en, hi }: { readonly en: string; readonly hi: string }): Node[] {
  return [element('span', { lang: 'en' }, en), element('span', { lang: 'hi' }, hi)];
}

const HARMFUL = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');

/** Shows direction marks and invisible characters, which could make a name look like another. */
const harmless = (text: string): string =>
  text.replace(HARMFUL, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const SIGNS = { good: '✓', remark: '·', bad: '✗' } as const;

function findingItem(code: string, message: string, isPassed: boolean): HTMLElement {
  const weight = weightOf(code, { isPassed, isIntegrityOnly: false });
  const hindi = FINDINGS_IN_HINDI[code];
  const words = element('p', { lang: 'en' }, harmless(message));
  const meaning = hindi === undefined ? [] : [element('p', { lang: 'hi', class: 'means' }, hindi)];
  const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[weight]);
  const said = element('span', { class: 'said' }, ...spoken(WORDS[weight]));
  return element('li', { class: weight }, sign, said, element('div', {}, ...meaning, words));
}

/** The exact words are evidence, so they stay in English beside the Hindi. */
function headline(verdict: PdfVerdict, isPassed: boolean): HTMLElement {
  if (!isPassed) {
    const code = verdict.problem?.code ?? '';
    const words = { en: `Not verified (${code}).`, hi: `सत्यापित नहीं (${code})।` };
    return element('p', { class: 'verdict bad', role: 'status' }, ...spoken(words));
  }
  const en = goodWords(verdict, false);
  const words = spoken({ en, hi: goodInHindi(verdict.fields.total) });
  const others = harmless(reservations(verdict));
  const rest = others === '' ? [] : [element('span', { class: 'others' }, others)];
  return element('p', { class: 'verdict good', role: 'status' }, ...words, ...rest);
}

function facts({ verdict, certificateFile }: JudgedFile): HTMLElement[] {
  const { certificate, sha256 } = verdict;
  const rows: (readonly [Node[], string])[] = [[[new Text('SHA-256')], sha256]];
  if (certificateFile !== undefined) rows.push([spoken(WORDS.comparedWith), certificateFile]);
  if (certificate) {
    const { documentName, documentId, finalSha256, auditEntries, erasedValues } = certificate;
    const erased = erasedValues === 0 ? '' : `; personal values erased: ${erasedValues}`;
    rows.push(
      [spoken(WORDS.certificateOf), `${documentName} (${documentId}), SHA-256 ${finalSha256}`],
      [spoken(WORDS.audit), `${auditEntries} entries, unbroken${erased}`],
    );
  }
  return rows.flatMap(([name, value]) => [
    element('dt', {}, ...name),
    element('dd', {}, harmless(value)),
  ]);
}

/** One file's verdict, in the words of `esign verify`. */
export function resultCard(result: JudgedFile): HTMLElement {
  const { file, verdict } = result;
  const isPassed = passes(verdict, false);
  const findings = verdict.findings.map(({ code, message }) =>
    findingItem(code, message, isPassed),
  );
  const level = verdict.level
    ? [element('p', { class: 'level', lang: 'en' }, levelWords(verdict.level))]
    : [];
  const json = element(
    'pre',
    { 'data-verdict': '', tabindex: '0' },
    JSON.stringify(verdict, null, 1),
  );
  const details = element('summary', {}, ...spoken(WORDS.details));
  return element(
    'section',
    { class: 'card result', 'data-verified': String(isPassed) },
    element('h2', {}, harmless(file)),
    headline(verdict, isPassed),
    element('ul', { class: 'findings' }, ...findings),
    ...level,
    element('dl', {}, ...facts(result)),
    element('details', {}, details, json),
  );
}
