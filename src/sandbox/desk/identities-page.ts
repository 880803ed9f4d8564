import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage } from '../../service/index.ts';
import type { TestIdentity } from '../authority/identities.ts';
import { TEST_IDENTITIES } from '../authority/identities.ts';
import { inGroups, outcomeOf } from '../authority/pages.ts';
import { EN } from '../authority/words/en.ts';
import { WORDS } from './words.ts';

const { identities: words } = WORDS;
const fails = ({ outcome: { kind } }: TestIdentity): boolean =>
  kind === 'fails' || kind === 'wrong-code';

const rowOf = (identity: TestIdentity): Html =>
  html`<li><span class="what">${identity.name}</span> <span>${outcomeOf(identity, EN)}</span> <code>${inGroups(identity.number)}</code> <span class="hint">${words.virtualId}<br><code>${inGroups(identity.virtualId)}</code></span></li>`;

const card = (title: string, identities: readonly TestIdentity[]): Html =>
  html`<section class="card"><h2>${title}</h2><ul class="rows">${identities.map(rowOf)}</ul></section>`;

/** The test authority's people: those who can sign, and those whose signing fails. */
export const identitiesPage = (authorityUrl: string): DashboardPage => ({
  title: words.title,
  content: html`<p>${words.hint} <a href="${authorityUrl}/">${words.authority}</a></p>
${card(
  words.sign,
  TEST_IDENTITIES.filter((identity) => !fails(identity)),
)}
${card(words.fail, TEST_IDENTITIES.filter(fails))}`,
});
