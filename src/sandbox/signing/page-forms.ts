import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';

export interface PageForm {
  /** Absolute. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly isMultipart: boolean;
  /** Fields with values. Checkboxes count as ticked, radio buttons as they are. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface ReadPage {
  readonly forms: readonly PageForm[];
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

/** Reads forms and the message: an alert or status, else heading and first paragraph. */
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
