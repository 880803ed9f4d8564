import { afterAll, expect, test } from 'vitest';
import {
  ASHA,
  apiUser,
  bringBack,
  giveConsent,
  RAVI,
  requestIn,
} from '../../../support/call-service.ts';
import { openService } from '../../../support/open-service.ts';

const pages: Record<string, string> = {};
const service = await openService();
const user = apiUser(service, await service.account());
const { links } = await user.send(ASHA, RAVI);
const [asha = '', ravi = ''] = links;
pages['your turn'] = (await service.app.inject(asha)).body;
pages.waiting = (await service.app.inject(ravi)).body;
const gateway = await giveConsent(service, asha);
pages.gateway = gateway.body;
const refusal = service.authority.refuse(requestIn(gateway));
const back = await bringBack(service, { msg: refusal });
pages.failed = (await service.app.inject(back.headers.location ?? '')).body;
pages['unknown link'] = (await service.app.inject('/sign/x')).body;
pages['not found'] = (await service.app.inject('/nothing')).body;
afterAll(() => service.close());

const NAMES = ['your turn', 'waiting', 'gateway', 'failed', 'unknown link', 'not found'];

const countOf = (name: string, pattern: RegExp): number =>
  [...(pages[name] ?? '').matchAll(pattern)].length;

test.each(NAMES)(
  'the page "%s" names its language, has a title, one heading and one main part',
  (name) => {
    expect(pages[name]).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(pages[name]).toMatch(/<title>[^<]+<\/title>/);
    expect(pages[name]).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(countOf(name, /<h1[ >]/g)).toBe(1);
    expect(countOf(name, /<main[ >]/g)).toBe(1);
  },
);

test.each(NAMES)('every input on the page "%s" has a label', (name) => {
  const fields = countOf(name, /<input type="(?!hidden)/g);
  expect(countOf(name, /<label[^>]*><input type="(?!hidden)/g)).toBe(fields);
});

test.each(NAMES)('the page "%s" has no inline script, style or handler', (name) => {
  expect(pages[name]).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=/);
});

test.each(['your turn', 'waiting', 'gateway', 'failed'])('the page "%s" is marked TEST', (name) => {
  expect(pages[name]).toMatch(/<p class="test" role="note"><strong>TEST<\/strong>/);
});

test('a refusal is announced to screen readers', () => {
  expect(pages.failed).toContain('<p class="alert" role="alert">You cancelled.');
});
