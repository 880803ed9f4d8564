import type { FastifyInstance } from 'fastify';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Account } from '../../../core/accounts/account.rules.ts';
import { settingProblem } from '../../../core/accounts/check-settings.ts';
import { confirmReplyAddress, findAskingAccount } from '../../../core/accounts/reply-address.ts';
import { accentsOf } from '../../../core/branding/accent.rules.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { isOwnForm } from '../../kit/read-body.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { noticePage, sendDashboard } from '../dashboard-shell.ts';
import type { Problems } from '../form.ts';
import { choiceField, countIn, form, pathPart, textField, textOf } from '../form.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';

const { fields, hints, names, newLinks, languages, inUse, picker, save, sender } = WORDS.settings;

/** The settings page; its forms post here, too. */
export const SETTINGS = '/dashboard/settings';

type Name = keyof typeof fields;
export type FormValues = Readonly<Record<Name, string>>;

const isName = (text: string): text is Name => Object.hasOwn(fields, text);

const valuesOf = (read: (name: Name) => string): FormValues =>
  Object.fromEntries(
    Object.keys(fields)
      .filter(isName)
      .map((name) => [name, read(name)]),
  ) as FormValues;

export const storedIn = (account: Account): FormValues =>
  valuesOf((name) => String(account[name] ?? ''));

export const typedIn = (body: unknown): FormValues => valuesOf((name) => textOf(body, name).trim());

/** An empty text clears its setting; a choice that is missing, as in older forms, stays. */
export const changeOf = ({
  linkDays,
  newLinks: offer,
  language,
  name,
  ...texts
}: FormValues): Record<string, unknown> => ({
  name,
  linkDays: countIn(linkDays) ?? linkDays,
  ...(offer && { newLinks: offer === 'true' }),
  ...(language && { language }),
  ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text || null])),
});

/** Replaces the setting's name at the start of a message by the label of its field. */
function inWords(label: string, message: string): string {
  const rule = message.slice(message.indexOf(' ') + 1);
  return rule.startsWith('is ') ? WORDS.settings.thisIs(label, rule) : `${label}: ${rule}`;
}

/** Of all fields, in the form's order. */
export function problemsOf(values: FormValues): Problems {
  const change = changeOf(values);
  const all = Object.entries(fields).map(([name, label]) => {
    const problem = settingProblem({ [name]: change[name] });
    return problem === undefined ? [] : [[name, inWords(label, problem)] as const];
  });
  return Object.fromEntries(all.flat());
}

export function senderForm(visit: MemberVisit, values: FormValues, problems: Problems): Html {
  const field = (name: Name, more: Partial<Parameters<typeof textField>[0]> = {}) =>
    textField({ name, label: fields[name], value: values[name], problems, ...more });
  const { light, dark } = accentsOf(visit.account.colour);
  return html`<section class="card"><h2>${sender.heading}</h2>${form(
    visit,
    SETTINGS,
    html`${field('name', { hint: hints.name, required: true })}
${field('message', { hint: hints.message })}
<div class="picker">${field('colour', { hint: hints.colour })}<input type="color" value="${light}" aria-label="${picker}" data-for="colour" hidden></div>
<p class="hint">${inUse(light, dark)}</p>
${field('helpUrl', { hint: hints.url, type: 'url' })}
${field('privacyUrl', { hint: hints.url, type: 'url' })}
${field('termsUrl', { hint: hints.url, type: 'url' })}
${field('returnOrigins', { hint: hints.returnOrigins })}
${field('linkDays', { hint: hints.linkDays, type: 'number', required: true })}
${choiceField({ name: 'newLinks', label: fields.newLinks, hint: hints.newLinks, value: values.newLinks, problems }, newLinks)}
${choiceField({ name: 'language', label: fields.language, value: values.language, problems }, languages)}
${choiceField({ name: 'names', label: fields.names, value: values.names, problems }, names)}
<button>${save}</button>`,
  )}
<p class="hint">${sender.links}</p></section>
`;
}

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
