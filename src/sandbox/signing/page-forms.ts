import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';

/** A form as a browser sees it. */
export interface PageForm {
  /** Absolute. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly isMultipart: boolean;
  /** Fields with their values; checkboxes as if ticked, radio buttons as they are. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page's forms and message. */
export interface ReadPage {
  readonly forms: readonly PageForm[];
  /** The page's message to its reader. */
  readonly sentence: string;
}

const textOf = (element: HTMLElement | null): string =>
  (element?.text ?? '').replace(/\s+/g, ' ').trim();

function readForm(form: HTMLElement, base: string): PageForm {
  const inputs = form.querySelectorAll('input[name]');
  const sent = inputs.filter(
    (input) => input.getAttribute('type') !== 'radio' || input.hasAttribute('checked'),
  );
  const fields = sent.map((input): [string, string] => {
    const isTick = input.getAttribute('type') === 'checkbox';
    return [input.getAttribute('name') ?? '', input.getAttribute('value') ?? (isTick ? 'on' : '')];
  });
  return {
    action: new URL(form.getAttribute('action') ?? '', base).href,
    method: form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    isMultipart: form.getAttribute('enctype') === 'multipart/form-data',
    fields: Object.fromEntries(fields),
  };
}

/** Reads a page's forms, as a browser without scripts sees them, and its message: the alert or status if there is one, else the heading and first paragraph. */
export function readPage(markup: string, base: string): ReadPage {
  const root = parse(markup, { blockTextElements: { script: true, style: true } });
  const main = root.querySelector('main') ?? root;
  const message =
    textOf(root.querySelector('[role=alert]')) || textOf(root.querySelector('[role=status]'));
  const heading = textOf(main.querySelector('h1'));
  const first = textOf(main.querySelector('p'));
  return {
    forms: root.querySelectorAll('form').map((form) => readForm(form, base)),
    sentence: message || [heading, first].filter(Boolean).join(': '),
  };
}
