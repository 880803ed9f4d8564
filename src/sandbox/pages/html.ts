/** Markup that is safe to send: everything foreign in it is escaped. */
export interface Html {
  readonly markup: string;
}

/** What a template may hold: text is escaped, markup is not, absent things are left out. */
export type Content = string | number | null | undefined | false | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  if ('markup' in content) return content.markup;
  return content.map(({ markup }) => markup).join('');
}

/** A template of markup that escapes what is put in. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const markup = parts.reduce((all, part, i) => `${all}${render(contents[i - 1])}${part}`);
  return { markup };
}
