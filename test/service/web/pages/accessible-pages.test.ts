import { expect, test } from 'vitest';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  postForm,
  RAVI,
  requestIn,
} from '../../../support/service/call-service.ts';

const { service, user } = await openApi();
const bodyAt = async (url = '') => (await service.app.inject(url)).body;
const [asha = '', ravi = ''] = (await user.send(ASHA, RAVI)).links;
const open = { 'your turn': await bodyAt(asha), waiting: await bodyAt(ravi) };
const gateway = await giveConsent(service, asha);
const refusal = service.authority.refuse(requestIn(gateway));
const back = await bringBack(service, { msg: refusal });
const failed = await bodyAt(back.headers.location);
const declined = (await user.send(ASHA)).links[0] ?? '';
await postForm(service, `${declined}/decline`, { reason: '' });
const expired = (await user.send(ASHA)).links[0] ?? '';
const declinedPage = await bodyAt(declined);
service.advance(31 * 24 * 3600_000);
const pages: Record<string, string> = {
  ...open,
  gateway: gateway.body,
  failed,
  declined: declinedPage,
  'expired link': await bodyAt(expired),
  'unknown link': await bodyAt('/sign/x'),
  'not found': await bodyAt('/nothing'),
};

const NAMES = Object.keys(pages);

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

test.each(['your turn', 'waiting', 'gateway', 'failed', 'declined', 'expired link'])(
  'the page "%s" is marked TEST',
  (name) => {
    expect(pages[name]).toMatch(/<p class="test" role="note"><strong>TEST<\/strong>/);
  },
);

test('the reason of a decline has a label', () => {
  expect(pages['your turn']).toMatch(
    /<label class="field"><span>[^<]+<\/span> <textarea name="reason"/,
  );
});
