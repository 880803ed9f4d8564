import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { DocumentState } from '../../../domain/finding/document-state.ts';

const LOOKS: Readonly<Record<DocumentState, { readonly label: string; readonly kind: string }>> = {
  draft: { label: 'Draft', kind: '' },
  waiting: { label: 'Waiting', kind: ' wait' },
  completed: { label: 'Completed', kind: ' good' },
  declined: { label: 'Declined', kind: ' bad' },
  withdrawn: { label: 'Withdrawn', kind: '' },
};

/** A state in one word. */
export const stateLabel = (state: DocumentState): string => LOOKS[state].label;

/** A document's state, with how many have signed once it was sent. */
export function stateBadge(
  state: DocumentState,
  signers: readonly { readonly signedAt: Date | null }[],
): Html {
  const { label, kind } = LOOKS[state];
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length;
  const progress = state === 'draft' ? '' : ` ${signed} of ${signers.length}`;
  return html`<span class="badge${kind}">${label}${progress}</span>`;
}
