import type { FastifyInstance } from 'fastify';
import { html } from '../../../../html/html.ts';
import type { Account } from '../../../core/accounts/account.rules.ts';
import { confirmReplyAddress, findAskingAccount } from '../../../core/accounts/reply-address.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { pathPart } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { noticePage, sendDashboard } from '../shell.ts';
import { isOwnForm } from '../visit.ts';
import { WORDS } from '../words/words.ts';

const { confirm } = WORDS.settings;

const PATH = '/dashboard/reply-address/:token';

/** Only the button confirms: mail scanners follow links. */
const askPage = ({ name, pendingReplyTo }: Account): DashboardPage => ({
  title: confirm.title,
  content: html`<section class="card"><p>${confirm.words(name, pendingReplyTo)}</p>
<form method="post"><button>${confirm.button}</button></form>
<p class="hint">${confirm.no}</p></section>`,
});

const ended = noticePage(410, confirm.ended, { words: confirm.endedWords });
const foreign = noticePage(403, confirm.foreign, { words: confirm.foreignWords });

const donePage = ({ name, replyTo }: Account): DashboardPage =>
  noticePage(200, confirm.done, { words: confirm.doneWords(name, replyTo ?? '') });

/** Pages of the link mailed to a reply address. It needs no session: only that address got it. */
export function replyAddressRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get(PATH, async (request, reply) => {
    const account = await findAskingAccount(deps, pathPart(request, 'token'));
    return sendDashboard(reply, account ? askPage(account) : ended);
  });
  app.post(PATH, async (request, reply) => {
    if (!isOwnForm(request, deps.links.baseUrl)) return sendDashboard(reply, foreign);
    const account = await confirmReplyAddress(deps, pathPart(request, 'token'));
    return sendDashboard(reply, account ? donePage(account) : ended);
  });
}
