import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DocumentState } from '../../../core/finding/document-state.rules.ts';
import { WORDS } from '../words/words.ts';

const KINDS: Readonly<Record<DocumentState, string>> = {
  draft: '',
  waiting: ' wait',
  completed: ' good',
  declined: ' bad',
  withdrawn: '',
};

/** With the count of signatures, except for drafts. */
export function stateBadge(
  state: DocumentState,
  signers: readonly { readonly signedAt: Date | null }[],
): Html {
  const { states, progress } = WORDS.documents;
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length;
  const counted = state === 'draft' ? '' : ` ${progress(signed, signers.length)}`;
  return html`<span class="badge${KINDS[state]}">${states[state]}${counted}</span>`;
}
