import type { LightMyRequestResponse } from 'fastify';
import type { MemberRole } from '../../../src/service/core/permissions.rules.ts';
import { DEFAULT_QUOTAS } from '../../../src/service/core/quotas.rules.ts';
import { addMember } from '../../../src/service/members/change-members.ts';
import { issueSignIn } from '../../../src/service/members/sign-in/request-sign-in.ts';
import type { TestService } from '../service/open-service.ts';
import { asOwner } from './callers.ts';

/** Headers of a form that a browser sends from a page of the service. */
export const OWN_FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
};

/** The cookie that a reply sets, as a browser sends it back. */
export const cookieIn = ({ headers }: LightMyRequestResponse): string =>
  String(headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';

/** A member's browser, at the dashboard. */
export interface MemberBrowser {
  readonly userId: string;
  readonly cookie: string;
  get(url: string): Promise<LightMyRequestResponse>;
  /** Asks a page for news, as its script does. */
  poll(url: string): Promise<LightMyRequestResponse>;
  /** Submits a form with the key of this session, as it stands in each of its pages. */
  post(url: string, fields?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
}

let counted = 0;
/** A test that tries every route has a member for each. */
const MANY = { ...DEFAULT_QUOTAS, members: 10_000 };

/** Signs a new member in. */
export async function aMember(
  { app, deps }: Pick<TestService, 'app' | 'deps'>,
  { accountId, role = 'owner' }: { readonly accountId: string; readonly role?: MemberRole },
): Promise<MemberBrowser> {
  counted += 1;
  const { userId } = await addMember({ ...deps, quotas: MANY }, asOwner(accountId), {
    email: `${role}-${counted}@example.in`,
    role,
  });
  const address = new URL(await issueSignIn(deps, userId));
  const cookie = cookieIn(await app.inject({ url: address.pathname }));
  const get = (url: string) => app.inject({ url, headers: { cookie } });
  let formKey: string | undefined;
  async function readKey(): Promise<string> {
    const { body } = await get('/dashboard/me');
    return /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
  }
  return {
    userId,
    cookie,
    get,
    poll: (url) => app.inject({ url, headers: { cookie, accept: 'text/plain' } }),
    async post(url, fields = {}) {
      formKey ||= await readKey();
      const payload = new URLSearchParams({ form_key: formKey, ...fields }).toString();
      return await app.inject({
        method: 'POST',
        url,
        headers: { cookie, ...OWN_FORM },
        payload,
      });
    },
  };
}
