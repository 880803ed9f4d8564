/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: markup is kept, text is escaped, lists are joined, and nothing stands for null or false. */
export type Insert = Html | string | number | null | undefined | false | readonly Insert[];

type Escape = (text: string) => string;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** All but the characters that an XML 1.0 document may hold, escaped or not (section 2.2). */
const FORBIDDEN = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapeHtml: Escape = (text) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
const escapeXml: Escape = (text) =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"'\t\n\r]/g, (char) => ENTITIES[char] ?? char);

function render(value: Insert, escaped: Escape): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((one) => render(one, escaped)).join('');
  return escaped(String(value));
}

const tagOf =
  (escaped: Escape) =>
  (strings: TemplateStringsArray, ...values: readonly Insert[]): Html =>
    new Html(String.raw({ raw: strings }, ...values.map((value) => render(value, escaped))));

/** Template tag for HTML: escapes every value that this tag did not make itself. */
export const html = tagOf(escapeHtml);

/** The same for XML; also keeps whitespace in attributes, and replaces characters that XML forbids by U+FFFD. */
export const xml = tagOf(escapeXml);
