import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Account } from '../../../core/accounts/account.rules.ts';
import { accentsOf } from '../../../core/branding/accent.rules.ts';
import type { DomainError } from '../../../core/domain-error.rules.ts';
import { choiceField, textField } from '../fields.ts';
import { countIn, form, textOf } from '../form.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';

const { fields, hints, names, inUse, save, sender } = WORDS.settings;

/** The settings page; its forms post here, too. */
export const SETTINGS = '/dashboard/settings';

type Name = keyof typeof fields;
export type Values = Readonly<Record<Name, string>>;

const isName = (text: string): text is Name => Object.hasOwn(fields, text);

const valuesOf = (read: (name: Name) => string): Values =>
  Object.fromEntries(
    Object.keys(fields)
      .filter(isName)
      .map((name) => [name, read(name)]),
  ) as Values;

export const storedIn = (account: Account): Values =>
  valuesOf((name) => String(account[name] ?? ''));

export const typedIn = (body: unknown): Values => valuesOf((name) => textOf(body, name).trim());

/** An empty field clears its setting. */
export const changeOf = ({ linkDays, name, ...texts }: Values): Record<string, unknown> => ({
  name,
  linkDays: countIn(linkDays) ?? linkDays,
  ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text || null])),
});

/** Replaces the field's name at the start of the message by its label. */
export function refusalOf({ message }: DomainError): string {
  const [first = '', ...rest] = message.split(' ');
  return isName(first) ? `${fields[first]} ${rest.join(' ')}` : message;
}

export function senderForm(visit: Visit, values: Values): Html {
  const field = (name: Name, more: Partial<Parameters<typeof textField>[0]> = {}) =>
    textField({ name, label: fields[name], value: values[name], ...more });
  const { light, dark } = accentsOf(visit.account.colour);
  return html`<section class="card"><h2>${sender.heading}</h2>${form(
    visit,
    SETTINGS,
    html`${field('name', { hint: hints.name, required: true })}
${field('message', { hint: hints.message })}
${field('colour', { hint: hints.colour })}
<p class="hint">${inUse(light, dark)}</p>
${field('helpUrl', { hint: hints.url, type: 'url' })}
${field('privacyUrl', { hint: hints.url, type: 'url' })}
${field('termsUrl', { hint: hints.url, type: 'url' })}
${field('linkDays', { hint: hints.linkDays, type: 'number', required: true })}
${choiceField({ name: 'names', label: fields.names, value: values.names }, names)}
<button>${save}</button>`,
  )}
<p class="hint">${sender.links}</p></section>
`;
}
