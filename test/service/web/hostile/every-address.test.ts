import { describe, expect, test } from 'vitest';
import {
  FIELDS,
  HOSTILE_TEXTS,
  INNER_WORDS,
  openRouteWalk,
} from '../../../support/hostile/route-walk.ts';
import { isWhole } from '../../../support/is-whole.ts';

const { routes, named, log, visitorOf, ask, expectAll } = await openRouteWalk();

const parametersOf = (url: string): string[] =>
  [...url.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => name);

const short = (text: string): string => text.slice(0, 12);

test('the walk knows the routes of every scope', () => {
  const known = new Set(routes.map(({ url }) => url));
  const expected = `/livez /readyz /openapi.json /assets/* /brand/:file /logos/:file /api/v1/documents /sign/:token /download/:token
    /gateway/return /payments/sandbox /payments/sandbox/:order /dashboard/settings/logo /dashboard/sandbox/controls`;
  for (const url of expected.split(/\s+/)) expect([...known]).toContain(url);
  expect(routes.length).toBeGreaterThan(110);
});

describe.each(named)('%s', (_name, route) => {
  test('lets its visitor in, so that what follows reaches it', async () => {
    const { headers, addressWith } = await visitorOf(route);
    const { statusCode, headers: got } = await ask(route, { url: addressWith(), headers });
    if (route.url.startsWith('/api')) expect(statusCode).not.toBe(401);
    if (route.permission) expect(got.location ?? '').not.toContain('/dashboard/sign-in');
  });

  test('has nothing at an address that cannot be', async () => {
    const { headers, addressWith } = await visitorOf(route);
    const asked = parametersOf(route.url).flatMap((name) =>
      HOSTILE_TEXTS.map((text) => {
        const request = { url: addressWith({ [name]: text }) };
        return [`${name} ${short(text)}`, request] as const;
      }),
    );
    await expectAll(route, headers, asked);
  });

  test('takes no query that cannot be read or stored', async () => {
    const { headers, addressWith } = await visitorOf(route);
    const url = addressWith();
    const [, ...texts] = HOSTILE_TEXTS;
    const alone = isWhole ? FIELDS : [];
    await expectAll(route, headers, [
      ...alone.map((name) => [`?${name}`, { url: `${url}?${name}=%00` }] as const),
      ['each name', { url: `${url}?${FIELDS.map((name) => `${name}=%00`).join('&')}` }],
      ...texts.map(
        (text) => [short(text), { url: `${url}?to=${text}&before=1&id=1&id=2` }] as const,
      ),
      ['a name', { url: `${url}?%00=1&%ff=%` }],
    ]);
  });
});

const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'GET'] as const;

test('no address takes a method that it does not have', async () => {
  log.length = 0;
  for (const route of new Map(routes.map((one) => [one.url, one])).values()) {
    const known = routes.filter(({ url }) => url === route.url).map(({ method }) => method);
    const { headers, addressWith } = await visitorOf(route);
    for (const method of METHODS.filter((one) => !known.includes(one))) {
      const reply = await ask({ ...route, method }, { url: addressWith(), headers });
      const said = `${method} ${route.url}: ${reply.statusCode} ${reply.body.slice(0, 80)}`;
      expect([303, 403, 404], said).toContain(reply.statusCode);
      expect(reply.body, said).not.toMatch(INNER_WORDS);
      if (route.url.startsWith('/api')) expect(reply.json(), said).toHaveProperty('error');
      else expect(reply.body, said).toMatch(/^(<!doctype html>|$)/);
    }
  }
  expect(log).toEqual([]);
});
