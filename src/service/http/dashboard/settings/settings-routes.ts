import { html } from '../../../../html/html.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { changeAccount } from '../../../use-cases/accounts/change-account.ts';
import { askReplyAddress } from '../../../use-cases/accounts/reply-address.ts';
import { removeLogo, setLogo } from '../../../use-cases/accounts/set-logo.ts';
import { alertOf } from '../fields.ts';
import { textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { LOGO, logoCard } from './logo-card.ts';
import { previewCard } from './preview-routes.ts';
import { REPLY_TO, replyCard } from './reply-card.ts';
import type { Values } from './sender-form.ts';
import { changeOf, refusalOf, SETTINGS, senderForm, storedIn, typedIn } from './sender-form.ts';

const { title, saved, replies, logo } = WORDS.settings;

const SAVED = `${SETTINGS}?saved=1`;

interface Shown {
  /** What was typed; what is stored by default. */
  readonly values?: Values;
  readonly replyTo?: string;
  readonly refused?: string;
  readonly isSaved?: boolean;
}

const settingsPage = (visit: Visit, shown: Shown): DashboardPage => ({
  title,
  status: shown.refused === undefined ? 200 : 400,
  content: html`${alertOf(shown.refused)}${shown.isSaved && html`<p class="saved" role="status">${saved}</p>`}
${senderForm(visit, shown.values ?? storedIn(visit.account))}${logoCard(visit)}${replyCard(visit, shown.replyTo)}${previewCard}`,
});

/** Runs a change, and leads back to the page; shows what a rule objects to, with what was typed. */
async function changing(
  visit: Visit,
  change: () => Promise<unknown>,
  typed: (error: DomainError) => Shown,
): Promise<string | DashboardPage> {
  try {
    await change();
    return SAVED;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return settingsPage(visit, typed(error));
  }
}

/** What an account shows to its signers, and where their replies go. */
export function settingsRoutes({ deps, page, action, upload }: DashboardRoutes): void {
  const asked = 'settings.manage';
  page(SETTINGS, asked, async (visit, { query }) =>
    settingsPage(visit, { isSaved: textOf(query, 'saved') !== '' }),
  );
  action(SETTINGS, asked, async (visit, { body }) => {
    const values = typedIn(body);
    const change = () => changeAccount(deps, visit, changeOf(values));
    return await changing(visit, change, (error) => ({ values, refused: refusalOf(error) }));
  });
  action(REPLY_TO, asked, async (visit, { body }) => {
    const replyTo = textOf(body, 'replyTo').trim();
    const change = () => askReplyAddress(deps, visit, replyTo || null);
    return await changing(visit, change, ({ message }) => ({
      replyTo,
      refused: message.replace(/^replyTo\b/, replies.heading),
    }));
  });
  upload(LOGO, asked, async (visit, { body }) => {
    const file: unknown = Reflect.get(Object(body), 'file');
    const bytes = Buffer.isBuffer(file) ? file : Buffer.alloc(0);
    const problem = await setLogo(deps, visit, bytes);
    return problem ? settingsPage(visit, { refused: logo.problems[problem] }) : SAVED;
  });
  action(`${LOGO}/remove`, asked, async (visit) => {
    await removeLogo(deps, visit);
    return SAVED;
  });
}
