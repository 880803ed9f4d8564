/** Markup that is safe to send unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: markup is kept, text escaped, lists joined; null and false are empty. */
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

/** Characters that XML 1.0 forbids, even escaped (section 2.2). */
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

/** Template tag for HTML: escapes every value that is not `Html`. */
export const html = tagOf(escapeHtml);

/** Like `html`; keeps white space in attributes, replaces characters XML forbids by U+FFFD. */
export const xml = tagOf(escapeXml);
