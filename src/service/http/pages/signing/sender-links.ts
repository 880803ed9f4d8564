import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningView } from '../../../use-cases/links/signing-view.ts';
import type { Reader } from '../language.ts';

/** Links to the sender's own pages, where they are configured. */
export function senderLinks({ sender }: SigningView, { words: { pages } }: Reader): Insert {
  const links = [
    { label: pages.help, url: sender.helpUrl },
    { label: pages.privacy, url: sender.privacyUrl },
    { label: pages.terms, url: sender.termsUrl },
  ].filter(({ url }) => url !== null);
  if (links.length === 0) return null;
  return html`<nav class="links" aria-label="${pages.label}">${links.map(
    ({ label, url }) => html`<a href="${url}" target="_blank" rel="noreferrer">${label}</a> `,
  )}</nav>`;
}
