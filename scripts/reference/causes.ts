import { html } from '../../src/html/html.ts';
import type { Cause } from '../../src/service/core/signing/causes.rules.ts';
import { CAUSES, MENDERS } from '../../src/service/core/signing/causes.rules.ts';
import type { FailureWords } from '../../src/service/web/pages/words/en-outcomes.ts';
import { EN_FAILURES } from '../../src/service/web/pages/words/en-outcomes.ts';
import { cell, tableOf } from './table.ts';

const HEADS = ['what happened', 'name, codes', 'the signer sees', 'tell them', 'who mends it'];

/** With the invited signer's name left open. */
function shownText(shown: FailureWords[keyof FailureWords]): string {
  const text = typeof shown === 'function' ? shown(html`NAME`).text : shown;
  return text.replace(/<[^>]+>/g, '');
}

function cellsOf([name, { what, codes = [], say, mender }]: [string, Cause]): string[] {
  const shown = Object.entries(EN_FAILURES).find(([failure]) => failure === name)?.[1] ?? '';
  const first = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const known = [`\`${name}\``, ...codes].join(', ');
  return [first, known, shownText(shown), say, MENDERS[mender]].map(cell);
}

/** A page with the table of causes between its two marks. */
export function withCauses(page: string): string {
  const table = tableOf(HEADS, Object.entries<Cause>(CAUSES).map(cellsOf));
  return page.replace(/(?<=<!-- causes -->\n).*(?=\n<!-- \/causes -->)/s, () => `\n${table}\n`);
}
