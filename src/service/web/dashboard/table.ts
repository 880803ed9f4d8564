import type { Insert } from '../../../html/html.ts';
import { Html, html } from '../../../html/html.ts';

/**
 * A table that scrolls sideways if it's too wide, and whose cells stand below each other on a
 * phone. The first cell of a row is its heading.
 */
export const table = (
  label: string,
  heads: readonly Head[],
  rows: readonly (readonly Insert[])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${headOf(head)}</th>`)}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td${labelOf(heads[at + 1])}>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

interface NumberHead {
  readonly ofNumbers: string;
}

type Head = string | Html | NumberHead;

/** A cell of a column of numbers. */
export const number = (value: Insert): Html => html`<span class="number">${value}</span>`;

const headOf = (head: Head): Insert =>
  typeof head === 'object' && 'ofNumbers' in head ? number(head.ofNumbers) : head;

/** Stands before the cell on a phone, where cells stand below each other. */
function labelOf(head: Head | undefined): Html | null {
  if (head === undefined || head instanceof Html) return null;
  return html` data-label="${typeof head === 'string' ? head : head.ofNumbers}"`;
}
