import type { FastifyRequest } from 'fastify';
import { html } from '../../../../html/html.ts';
import type { MadeKey, ShownKey } from '../../../core/accounts/api-keys.ts';
import {
  addApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from '../../../core/accounts/api-keys.ts';
import type { OVERLAPS } from '../../../core/accounts/api-request.rules.ts';
import { isOverlap, keyState } from '../../../core/accounts/api-request.rules.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import type { Member } from '../../../core/permissions.rules.ts';
import { listMembers } from '../../../members/change-members.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts, textToCopy, timeOf } from '../dashboard-shell.ts';
import type { Problems } from '../form.ts';
import { choiceField, confirmBox, form, pathPart, textField, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { assertConfirmed, orAgain } from '../routes.ts';
import { table } from '../table.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';

const words = WORDS.keys;

export const KEYS = '/dashboard/keys';

const NONE = html`<span class="hint">–</span>`;
const BADGES = { valid: 'good', ended: '', revoked: 'bad' } as const;

function stateOf(key: ShownKey, now: Date) {
  const state = keyState(key, now);
  const badge = html`<span class="badge ${BADGES[state]}">${words.states[state]}</span>`;
  if (state === 'revoked' && key.revokedAt) return html`${badge} ${timeOf(key.revokedAt)}`;
  if (!key.expiresAt) return badge;
  const expiry = timeOf(key.expiresAt);
  return html`${badge} ${state === 'valid' ? words.ends(expiry) : expiry}`;
}

const MEMBER = 'member:';

function makerOf({ createdBy }: ShownKey, members: readonly Member[]): string {
  const { makers } = words;
  if (createdBy === null) return makers.unknown;
  if (createdBy === 'account') return makers.account;
  if (!createdBy.startsWith(MEMBER)) return makers.service(createdBy);
  const userId = createdBy.slice(MEMBER.length);
  const member = members.find((one) => one.userId === userId);
  return member ? makers.member(member.email) : makers.formerMember;
}

const rowOf = (key: ShownKey, now: Date) => [
  html`<a href="${KEYS}/${key.keyId}">${key.name ?? words.noName}</a><br><code>${key.prefix}…</code>`,
  stateOf(key, now),
  key.lastUsedAt ? timeOf(key.lastUsedAt) : NONE,
  timeOf(key.createdAt),
];

interface ShownKeys {
  readonly keys: readonly ShownKey[];
  /** Name of a new key, as typed. */
  readonly typed?: string;
  readonly problems?: Problems;
}

function keysPage(visit: MemberVisit, { keys, typed = '', problems }: ShownKeys): DashboardPage {
  const newest = keys.toReversed().map((key) => rowOf(key, visit.now));
  const list = keys.length ? table(words.title, words.heads, newest) : html`<p>${words.none}</p>`;
  const { create } = words;
  const more = html` maxlength="80" placeholder="${create.example}"`;
  const name = { name: 'name', label: create.name, value: typed, problems, required: true, more };
  return {
    title: words.title,
    content: html`<section class="card">${list}</section>
<section class="card"><h2>${create.heading}</h2>
${form(
  visit,
  KEYS,
  html`${textField(name)}
<p class="hint">${create.hint}</p>
<button>${create.button}</button>`,
)}</section>`,
  };
}

/** The only page that ever shows a key. */
const newKeyPage = (
  { apiKey, keyId }: MadeKey,
  { note, baseUrl }: { readonly note: string; readonly baseUrl: string },
): DashboardPage => ({
  title: words.made.title,
  scripts: ['copy.js', 'once.js'],
  content: html`<section class="card"><p>${note} ${words.made.once}</p>
${textToCopy(apiKey)}
<p>${words.made.atTerminal}</p>${textToCopy(WORDS.commands.login(baseUrl))}
<p><a class="button" data-once href="${KEYS}/${keyId}">${words.made.copied}</a></p></section>`,
});

const { roll, revoke, facts: names } = words;

const LABELS: Readonly<Record<keyof typeof OVERLAPS, string>> = roll.overlaps;

const OVERLAP = { name: 'overlap', label: roll.label, value: '24h' };

const rollForm = (
  visit: MemberVisit,
  { keyId }: ShownKey,
  problems?: Problems,
) => html`<section class="card"><h2>${roll.heading}</h2>
<p>${roll.about}</p>
${form(
  visit,
  `${KEYS}/${keyId}/roll`,
  html`${choiceField({ ...OVERLAP, problems }, LABELS)}
<button>${roll.button}</button>`,
)}</section>`;

const revokeForm = (
  visit: MemberVisit,
  { keyId }: ShownKey,
  problems?: Problems,
) => html`<section class="card"><h2>${revoke.heading}</h2>
<p>${revoke.about}</p>
${form(
  visit,
  `${KEYS}/${keyId}/revoke`,
  html`${confirmBox(revoke.confirm, problems)}
<button class="refuse">${revoke.button}</button>`,
)}</section>`;

interface KeyPageParts {
  readonly key: ShownKey;
  readonly members: readonly Member[];
  readonly problems: Problems | undefined;
}

function keyPage(visit: MemberVisit, { key, members, problems }: KeyPageParts): DashboardPage {
  const isValid = keyState(key, visit.now) === 'valid';
  return {
    title: key.name ?? words.titleWithoutName,
    content: html`<section class="card">${facts([
      [names.prefix, html`<code>${key.prefix}…</code>`],
      [names.id, html`<code>${key.keyId}</code>`],
      [names.state, stateOf(key, visit.now)],
      [names.created, html`${timeOf(key.createdAt)}, ${makerOf(key, members)}`],
      [names.lastUsed, key.lastUsedAt ? timeOf(key.lastUsedAt) : names.neverUsed],
    ])}
<p><a href="${KEYS}">${words.all}</a></p></section>
${isValid && !key.expiresAt && rollForm(visit, key, problems)}
${isValid && revokeForm(visit, key, problems)}`,
  };
}

const madeBy = ({ user }: MemberVisit): string => `member:${user.userId}`;

/** @throws {DomainError} `not_found` unless the key in the path is the account's */
async function ownKey(
  deps: ServiceDeps,
  visit: MemberVisit,
  request: FastifyRequest,
): Promise<ShownKey> {
  const keyId = pathPart(request, 'keyId');
  const keys = await listApiKeys(deps, visit);
  const key = keys.find((one) => one.keyId === keyId);
  if (key) return key;
  throw new DomainError('not_found', words.notFound);
}

export function keyRoutes({ deps, page, action }: DashboardRoutes): void {
  page(KEYS, 'keys.manage', async (visit) =>
    keysPage(visit, { keys: await listApiKeys(deps, visit) }),
  );
  const showOne = async (visit: MemberVisit, request: FastifyRequest, problems?: Problems) => {
    const key = await ownKey(deps, visit, request);
    return keyPage(visit, { key, members: await listMembers(deps, visit), problems });
  };
  page(`${KEYS}/:keyId`, 'keys.manage', (visit, request) => showOne(visit, request));
  const creating = async (visit: MemberVisit, { body }: FastifyRequest) => {
    const kind = deps.gateways[0].isTest ? 'test' : 'live';
    const name = textOf(body, 'name');
    const made = await addApiKey(deps, visit, { kind, name, createdBy: madeBy(visit) });
    return newKeyPage(made, { note: words.created, baseUrl: deps.links.baseUrl });
  };
  const showAll = async (visit: MemberVisit, { body }: FastifyRequest, problems: Problems) =>
    keysPage(visit, {
      keys: await listApiKeys(deps, visit),
      typed: textOf(body, 'name'),
      problems,
    });
  action(KEYS, ['keys.manage', 'sudo'], orAgain(creating, showAll));
  const rolling = async (visit: MemberVisit, request: FastifyRequest) => {
    const { keyId } = await ownKey(deps, visit, request);
    const overlap = textOf(request.body, 'overlap');
    if (!isOverlap(overlap)) {
      throw new DomainError('invalid_request', words.roll.unknown, 'overlap');
    }
    const made = await rollApiKey(deps, visit, { keyId, overlap, createdBy: madeBy(visit) });
    return newKeyPage(made, { note: words.rolled, baseUrl: deps.links.baseUrl });
  };
  action(`${KEYS}/:keyId/roll`, ['keys.manage', 'sudo'], orAgain(rolling, showOne));
  const revoking = async (visit: MemberVisit, request: FastifyRequest) => {
    const { keyId } = await ownKey(deps, visit, request);
    assertConfirmed(request, words.revoke.unconfirmed);
    await revokeApiKey(deps, visit, keyId);
    return `${KEYS}/${keyId}`;
  };
  action(`${KEYS}/:keyId/revoke`, ['keys.manage', 'sudo'], orAgain(revoking, showOne));
}
