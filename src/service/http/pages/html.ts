/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: markup as it is, text escaped, lists one after another, nothing for null. */
export type Insert = Html | string | number | null | undefined | readonly Insert[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

function inserted(value: Insert): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(inserted).join('');
  return escaped(String(value));
}

/** Tag of templates that make HTML: everything inserted is escaped unless it was made by this tag itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(inserted)));
}
