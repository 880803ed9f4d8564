import { expect, test } from 'vitest';
import type { EndpointMailFacts } from '../../../src/service/webhooks/endpoint-mail.rules.ts';
import { endpointMail, failingMail } from '../../../src/service/webhooks/endpoint-mail.rules.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const FACTS: EndpointMailFacts = {
  to: 'accounts@example.test',
  account: { name: 'Northwind\nHomes' },
  endpoint: {
    endpointId: 'whe_5f0c1d5e',
    accountId: 'acc_1',
    url: 'https://hooks.example.com/esign?token=t0ken-never-shown',
    secret: 'whsec_never_shown',
    nextSecret: null,
    enabled: false,
    disabledReason: 'failing',
    disabledAt: NOW,
    extraEvents: [],
    expiredSince: null,
    health: { noSuccessSince: NOW, failures: 23, failingSince: NOW },
    createdAt: NOW,
  },
  isTest: false,
  now: NOW,
};

test('the mail names the endpoint, the reason and the next steps, and nothing secret', () => {
  const mail = endpointMail(FACTS);
  expect(mail).toMatchObject({
    kind: 'endpoint-disabled',
    to: 'accounts@example.test',
    toName: 'Northwind Homes',
    subject: 'A webhook endpoint was disabled: hooks.example.com',
    from: 'esign',
  });
  for (const part of [mail.text, mail.html]) {
    for (const word of ['https://hooks.example.com/esign', 'whe_5f0c1d5e', '21 November 2026'])
      expect(part).toContain(word);
    expect(part).toContain('The last 23 delivery attempts');
    expect(part).toContain('Enable the endpoint');
    for (const word of ['t0ken', 'whsec_', 'sandbox', 'undefined'])
      expect(part).not.toContain(word);
  }
});

test('the mail explains 410; in a sandbox it names the commands and is marked TEST', () => {
  const endpoint = { ...FACTS.endpoint, disabledReason: 'gone' as const };
  const mail = endpointMail({ ...FACTS, endpoint, isTest: true });
  expect(mail.from).toBe('esign (TEST)');
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('It responded with 410 Gone');
    expect(part).toContain('esign sandbox webhook enable whe_5f0c1d5e');
    expect(part).toContain('TEST: ');
  }
});

test('a warning says since when nothing was delivered, and until when it is not disabled', () => {
  const endpoint = { ...FACTS.endpoint, enabled: true, disabledReason: null, disabledAt: null };
  const mail = failingMail({ ...FACTS, endpoint });
  expect(mail).toMatchObject({
    kind: 'endpoint-failing',
    subject: 'A webhook endpoint keeps failing: hooks.example.com',
  });
  for (const part of [mail.text, mail.html]) {
    for (const word of ['The last 23 delivery attempts', '21 November 2026', '26 November 2026'])
      expect(part).toContain(word);
    for (const word of ['t0ken', 'whsec_', 'sandbox', 'undefined'])
      expect(part).not.toContain(word);
  }
});
