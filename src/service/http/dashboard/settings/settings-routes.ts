import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { AccountSettings } from '../../../domain/accounts/account.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { changeAccount } from '../../../use-cases/accounts/change-account.ts';
import { alertOf, choiceField, textField } from '../fields.ts';
import { form, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';

const SETTINGS = '/dashboard/settings';

const NAMES = {
  name: 'Sender name',
  replyTo: 'Address for replies',
  message: 'Message to signers',
  helpUrl: 'Page with help',
  privacyUrl: 'Page on privacy',
  termsUrl: 'Page with terms',
  linkDays: 'Days that links to sign work',
  names: 'If a certificate has another name than its signer',
} as const;

type Name = keyof typeof NAMES;
/** What stands in the fields. */
type Values = Readonly<Record<Name, string>>;

const isName = (text: string): text is Name => Object.hasOwn(NAMES, text);

const valuesOf = (read: (name: Name) => string): Values =>
  Object.fromEntries(
    Object.keys(NAMES)
      .filter(isName)
      .map((name) => [name, read(name)]),
  ) as Values;

const storedIn = (account: AccountSettings): Values =>
  valuesOf((name) => String(account[name] ?? ''));

/** An empty field clears its setting. */
const changeOf = ({ linkDays, name, ...texts }: Values): Record<string, unknown> => ({
  name,
  linkDays: linkDays.trim() === '' ? linkDays : Number(linkDays),
  ...Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, text.trim() === '' ? null : text]),
  ),
});

function fieldsOf(values: Values): Html[] {
  const field = (name: Name, more: Partial<Parameters<typeof textField>[0]> = {}) =>
    textField({ name, label: NAMES[name], value: values[name], ...more });
  return [
    field('name', { hint: 'as signers see it', required: true }),
    field('replyTo', { hint: 'gets signers’ replies to mails; may be empty', type: 'email' }),
    field('message', { hint: 'on pages and in mails, on one line; may be empty' }),
    field('helpUrl', { hint: 'https; may be empty', type: 'url' }),
    field('privacyUrl', { hint: 'https; may be empty', type: 'url' }),
    field('termsUrl', { hint: 'https; may be empty', type: 'url' }),
    field('linkDays', { hint: 'from sending, 1 to 365', type: 'number', required: true }),
    choiceField(
      { name: 'names', label: NAMES.names, value: values.names },
      { flag: 'Take the signature, and show both names', strict: 'Refuse the signature' },
    ),
  ];
}

/** The message of a refused setting, with the name of its field. */
function refusal({ message }: DomainError): string {
  const [first = '', ...rest] = message.split(' ');
  return isName(first) ? `${NAMES[first]} ${rest.join(' ')}` : message;
}

interface Shown {
  readonly values: Values;
  readonly refused?: string;
  readonly isSaved?: boolean;
}

const settingsPage = (visit: Visit, { values, refused, isSaved }: Shown): DashboardPage => ({
  title: 'Settings',
  status: refused === undefined ? 200 : 400,
  content: html`${alertOf(refused)}${isSaved && html`<p class="saved" role="status">Saved.</p>`}
<section class="card">${form(visit, SETTINGS, html`${fieldsOf(values)}<button>Save</button>`)}
<p class="hint">Links that were sent already keep their life.</p></section>`,
});

/** What an account shows to its signers. */
export function settingsRoutes({ deps, page, action }: DashboardRoutes): void {
  page(SETTINGS, 'settings.manage', async (visit, { query }) =>
    settingsPage(visit, {
      values: storedIn(visit.account),
      isSaved: textOf(query, 'saved') !== '',
    }),
  );
  action(SETTINGS, 'settings.manage', async (visit, { body }) => {
    const values = valuesOf((name) => textOf(body, name));
    try {
      await changeAccount(deps, visit.account.accountId, changeOf(values));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
      return settingsPage(visit, { values, refused: refusal(error) });
    }
    return `${SETTINGS}?saved=1`;
  });
}
