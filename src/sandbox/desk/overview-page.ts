import { html } from '../../html/html.ts';
import type { DashboardPage } from '../../service/index.ts';
import { facts, timeOf } from '../../service/index.ts';
import { rootPath } from '../authority/pki/pki.ts';
import type { SandboxParts } from '../open-parts.ts';
import { DESK } from './paths.ts';
import { WORDS } from './words.ts';

const SHOWN_CHARACTERS = 12;
const masked = (key: string): string => `${key.slice(0, SHOWN_CHARACTERS)}…`;

/** Where everything in the sandbox is, and what to type first. */
export function overviewPage(parts: SandboxParts, baseUrl: string): DashboardPage {
  const { dataDir, keys, clock, inbox, phone, places, accounts } = parts;
  const { overview: words } = WORDS;
  const code = (text: string | undefined) => html`<code>${text}</code>`;
  const root = rootPath(dataDir);
  return {
    title: words.title,
    content: html`<section class="card" aria-label="${words.facts}">${facts([
      [words.api, code(baseUrl)],
      [words.account, code(accounts.all()[0]?.accountId)],
      [words.apiKey, code(masked(keys.apiKey))],
      [words.dataDir, code(dataDir)],
      [words.authority, html`<a href="${places.authorityUrl}/">${places.authorityUrl}</a>`],
      [words.root, code(root)],
      [words.clock, timeOf(clock.now())],
      [
        words.sent,
        html`<a href="${DESK.inbox}">${words.mails(inbox.mails().length)}</a>, <a href="${DESK.phone}">${words.codes(phone.messages().length)}</a>`,
      ],
    ])}</section>
<section class="card"><h2>${words.tryIt}</h2>
<pre class="wrapped"><code>esign send contract.pdf --signer "Asha Rao &lt;asha@example.in&gt; 9876543210"
esign sandbox sign DOCUMENT --all
esign verify signed.pdf --root ${root}</code></pre></section>`,
  };
}
