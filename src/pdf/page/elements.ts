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
