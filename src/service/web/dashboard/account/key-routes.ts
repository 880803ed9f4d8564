import type { FastifyRequest } from 'fastify';
import type { ShownKey } from '../../../core/accounts/api-keys.ts';
import {
  addApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from '../../../core/accounts/api-keys.ts';
import { isOverlap } from '../../../core/accounts/api-request.rules.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import { listMembers } from '../../../members/change-members.ts';
import type { Problems } from '../form.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import { assertConfirmed, orAgain } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { KEYS, keyPage, keysPage, newKeyPage } from './key-pages.ts';

const words = WORDS.keys;

const makerOf = ({ user }: MemberVisit): string => `member:${user.userId}`;

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
    const made = await addApiKey(deps, visit, { kind, name, createdBy: makerOf(visit) });
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
    const made = await rollApiKey(deps, visit, { keyId, overlap, createdBy: makerOf(visit) });
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
