import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { aMember } from '../sign-in/a-member.ts';
import type { Route } from './every-route.ts';
import { openEveryRoute } from './every-route.ts';

/** Names of the fields that forms and queries of the service have. */
export const FIELDS =
  `account address after all as before choice code confirm consent credits done email event fault find gateway gstin id lang
language legalName msg name now overlap passkey problem q read reason replyTo role saved session sha256 since state step times to
txn url user v`.split(/\s+/);

/** Texts that cannot be stored, cannot be decoded, or are too long for anything. */
export const HOSTILE_TEXTS = ['%00', 'a%00b', '%ff', '%c0%80', '%ed%a0%80', 'x'.repeat(10_000)];

/** Words that only PostgreSQL, Node, Fastify or a stack trace have. */
export const INNER_WORDS =
  /postgres|pglite|sqlstate|invalid byte sequence|syntax error|undefined|FST_ERR|ECONN|TypeError|RangeError|node:|\bat \S+ \(|\.[jt]s:\d+/i;

const NO_ID = '00000000-0000-4000-8000-000000000000';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What is asked for at a route, beside its method and the caller's headers. */
export type Asked = readonly [what: string, request: InjectOptions];

const isJson = ({ url }: Route): boolean =>
  url.startsWith('/api') || /^\/(openapi|livez|healthz|readyz)/.test(url);

/** A payment provider reads the status, and a page's script a word. */
const hasNoShape = ({ url }: Route): boolean =>
  url === '/payments/sandbox' || url.endsWith('/state');

/** What a route says is in its own shape, and never in the words of what it is made of. */
export function expectOwnWords(
  route: Route,
  { statusCode, body, headers }: Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>,
  what: string,
): void {
  const said = `${route.method} ${route.url}, ${what}: ${statusCode} ${body.slice(0, 200)}`;
  expect(statusCode, said).toBeLessThan(500);
  if (statusCode < 400 || route.method === 'HEAD') return;
  expect(body, said).not.toMatch(INNER_WORDS);
  if (hasNoShape(route)) return;
  if (!isJson(route)) expect(body, said).toMatch(/^<!doctype html>.*<h1/s);
  else expect(Object.keys(JSON.parse(body)).sort(), said).toEqual(['error', 'message']);
  expect(headers['content-type'], said).toContain(isJson(route) ? 'application/json' : 'text/html');
}

/** Every route of a service, and what a member, a signer and a program ask them. */
export async function openRouteWalk() {
  const world = await openEveryRoute();
  const { app, account, log, routes } = world;
  let requests = 0;
  /** Each request comes from an address of its own, so that none is refused for their number. */
  const nextAddress = (): string => {
    requests += 1;
    return `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`;
  };
  async function newVisitor({ url }: Route) {
    const token = url.startsWith('/sign/') ? await world.newLink() : world.download;
    const owner = await aMember(world, account);
    const { body } = await owner.get('/dashboard/me');
    const formKey = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    return { token, cookie: owner.cookie, formKey };
  }
  const visitors = new Map<string, ReturnType<typeof newVisitor>>();
  /** A form can end a session, and a link has few requests a minute: only pages of members share a visitor. */
  function visitorTo(route: Route) {
    const { method, url } = route;
    const key = method === 'POST' || url.startsWith('/sign/') ? `${method} ${url}` : '';
    const visitor = visitors.get(key) ?? newVisitor(route);
    visitors.set(key, visitor);
    return visitor;
  }
  /** Who may use a route: their headers, an address with ids of what exists but for those given, and the key of their forms. */
  async function visitorOf(route: Route) {
    const { token, cookie, formKey } = await visitorTo(route);
    const ids: Record<string, string> = { ...world.ids, token };
    const addressWith = (given: Record<string, string> = {}): string =>
      route.url.replace(/:(\w+)|\*/g, (_whole, name = '*') => given[name] ?? ids[name] ?? NO_ID);
    if (route.url.startsWith('/api')) return { addressWith, formKey: '', headers: account.headers };
    const ofPage = { cookie, 'sec-fetch-site': 'same-origin' };
    return { addressWith, formKey, headers: { ...ofPage, ...(route.method === 'POST' && FORM) } };
  }
  const ask = (route: Route, request: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ method: route.method as 'GET', remoteAddress: nextAddress(), ...request });
  /** Expects the route's own words for each request, and no error in the log. */
  async function expectAll(route: Route, headers: object, asked: readonly Asked[]): Promise<void> {
    log.length = 0;
    for (const [what, request] of asked) {
      const reply = await ask(route, { ...request, headers: { ...headers, ...request.headers } });
      expectOwnWords(route, reply, what);
    }
    expect(log).toEqual([]);
  }
  const named = routes.map((route) => [`${route.method} ${route.url}`, route] as const);
  return { ...world, named, visitorOf, ask, expectAll };
}
