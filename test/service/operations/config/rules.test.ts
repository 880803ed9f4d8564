import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gstinCheckDigit } from '../../../../src/service/billing/invoices/gstin.rules.ts';
import { loadConfig } from '../../../../src/service/operations/config/load-config.ts';
import type { ConfigRefused } from '../../../../src/service/operations/config/problem.ts';
import { SECOND_GATEWAY, writeConfig } from '../../../support/deployment/a-config.ts';
import { replaced } from '../../../support/deployment/check-lines.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

const load = async (change: (text: string) => string) =>
  loadConfig({ env: {}, path: await writeConfig(await aFolder(), change) });

test.each([
  ['http.public_url must begin with https://', 'https://sign.example.in', 'http://sign.example.in'],
  ['http.public_url must be an https address', 'https://sign.example.in', 'sign.example.in'],
  ['http.public_url must have no path', 'https://sign.example.in', 'https://sign.example.in/'],
  [
    'http.former_urls[0] must have no path',
    '[http]',
    '[http]\nformer_urls = ["https://old.example.in/sign"]',
  ],
  ['http.tls.key is missing', '[database]', '[http.tls]\ncertificate = "tls.pem"\n[database]'],
  ['http.tls.certificate is missing', '[database]', '[http.tls]\nkey = "tls.key"\n[database]'],
  [
    'http.host must be an IP address with http.tls',
    '[database]',
    'host = "localhost"\ntls = { certificate = "tls.pem", key = "tls.key" }\n[database]',
  ],
  ['http.trusted_proxies must hold networks', '[http]', '[http]\ntrusted_proxies = ["0.0.0.0/0"]'],
  [
    'http.trusted_proxies must hold networks',
    '[http]',
    '[http]\ntrusted_proxies = ["10.0.0.0/33"]',
  ],
  ['http.trusted_proxies must hold networks', '[http]', '[http]\ntrusted_proxies = ["10.0.0.1"]'],
  [
    'webhooks.allowed_networks must hold',
    '[smtp]',
    '[webhooks]\nallowed_networks = ["::/0"]\n[smtp]',
  ],
  ['database.url must be postgresql://', 'postgresql:', 'mysql:'],
  ['gateways[0].action must begin with https://', 'https://esign.', 'http://esign.'],
  ['gateways[1].id is the id of gateways[0] too', '[timestamps]', `${SECOND_GATEWAY}[timestamps]`],
  ['timestamps.authorities is missing', 'policy = "off"', ''],
  ['smtp.url is not valid', 'smtp://127.0.0.1:1025', 'mail.example.in'],
  ['smtp.from must be a mail address', 'sign@example.in', 'Sign'],
  ['smtp.from must be a mail address', 'sign@example.in', 'Sign <sign>'],
  ['smtp.url is not valid. Percent-encode', 'smtp://127', 'smtp://user:a^%b#c@127'],
  ['smtp.url is not valid. Percent-encode', 'smtp://127', 'smtp://user:1#c@127'],
  ['metrics.port is http.port too: 4010', '[smtp]', '[metrics]\nport = 4010\n[smtp]'],
  [
    'metrics.port is http.port too: 4010',
    '[database]',
    'host = "0.0.0.0"\n[metrics]\nport = 4010\n[database]',
  ],
  ['gateways[0].id must have letters', 'id = "example"', 'id = "an example"'],
  ['gateways[0].asp_id must have no spaces', 'EXAMPLE-001', 'EXAMPLE 001'],
  ['keys.links[0].id must have letters', 'links-1', 'links/1'],
  [
    'files.s3.bucket must be the name of a bucket',
    'folder = "files"',
    's3 = { bucket = "s3://documents", region = "ap-south-1", access_key_id = "K", secret_access_key = { file = "keys/links" }, spool = "spool" }',
  ],
  ['smtp.bounce_domain must be a domain', '[smtp]', '[smtp]\nbounce_domain = "a@b.in"'],
])('%s', async (message, from, to) => {
  await expect(load(replaced(from, to))).rejects.toThrow(message);
});

test('a sender address may have a display name', async () => {
  const { config } = await load(replaced('sign@example.in', 'Example Sign <sign@example.in>'));
  expect(config.smtp.from).toBe('Example Sign <sign@example.in>');
});

test('ports may be equal on different addresses', async () => {
  const metrics = '[metrics]\nhost = "127.0.0.2"\nport = 4010\n[smtp]';
  expect((await load(replaced('[smtp]', metrics))).config.metrics.port).toBe(4010);
});

test('wrong values are named beside missing ones, and no value twice', () => {
  const env = { ESIGN_DATABASE_URL: 'mysql://127.0.0.1/esign', ESIGN_SMTP_FROM: 'Sign' };
  const refused = () => loadConfig({ env: { ...env, ESIGN_HTTP_PORT: 'x' }, path: undefined });
  expect(refused).toThrow(/ESIGN_DATABASE_URL must be postgresql:/);
  expect(refused).toThrow(/ESIGN_SMTP_FROM must be a mail address, not "Sign"/);
  expect(refused).toThrow(/http.public_url is missing/);
  try {
    refused();
  } catch (error) {
    const { problems } = error as ConfigRefused;
    const settings = problems.map(({ setting }) => setting);
    expect(settings).toEqual([...new Set(settings)]);
    expect(settings).toContain('smtp.url');
  }
});

const GSTIN = '29AAAAA0000A1Z';
const PAYMENTS = `[payments]
key_id = "rzp_live_TEST"
key_secret = { file = "keys/razorpay" }
webhook_secret = { file = "keys/razorpay" }
supplier_name = "TEST Signatures"
supplier_address = "1 Test Road"
supplier_state = "29"
supplier_gstin = "${GSTIN}${gstinCheckDigit(GSTIN)}"
[smtp]`;

/** Sells, as by these settings. */
async function selling(from: string, to: string, environment = 'production') {
  const folder = await aFolder();
  const change = (text: string) =>
    `environment = "${environment}"\n${text}`.replace('[smtp]', PAYMENTS.replace(from, to));
  const path = await writeConfig(folder, change);
  await writeFile(join(folder, 'keys', 'razorpay'), 'TEST', { mode: 0o600 });
  return loadConfig({ env: {}, path }).config.payments;
}

test('what is sold has its price by default', async () => {
  expect(await selling('', '')).toMatchObject({
    creditPaise: 2360,
    monthPaise: 0,
    keySecret: 'TEST',
    sac: '998319',
  });
});

test.each([
  ['payments.month_paise must be 0, or at least 100', '[payments]', '[payments]\nmonth_paise = 99'],
  ['payments.plan_id needs payments.month_paise', '[payments]', '[payments]\nplan_id = "plan_1"'],
  ['payments.key_id is a key for tests', 'rzp_live_', 'rzp_test_'],
  ['payments.key_id must be the id of a Razorpay key', 'rzp_live_TEST', 'TEST'],
  [
    'payments.plan_id must be the id of a Razorpay plan',
    '[payments]',
    '[payments]\nmonth_paise = 118000\nplan_id = "monthly"',
  ],
  ['payments.supplier_gstin is missing', /supplier_gstin.*\n/.exec(PAYMENTS)?.[0] ?? '', ''],
  ['payments.supplier_gstin is not valid', GSTIN, '29AAAAA0000B1Z'],
  [
    'payments.supplier_gstin is registered in another state',
    'supplier_state = "29"',
    'supplier_state = "27"',
  ],
  [
    'payments.supplier_state must be the GST code',
    'supplier_state = "29"',
    'supplier_state = "99"',
  ],
  ['payments.sac must have 4 to 8 digits', 'supplier_state', 'sac = "x"\nsupplier_state'],
])('%s', async (message, from, to) => {
  await expect(selling(from, to)).rejects.toThrow(message);
});

test('a deployment of tests takes no money', async () => {
  const message = 'payments.key_id must begin with rzp_test_';
  await expect(selling('', '', 'test')).rejects.toThrow(message);
  expect(await selling('rzp_live_', 'rzp_test_', 'test')).toBeDefined();
});

test('links may lead to http on this machine, and a test gateway needs no https', async () => {
  const change = (text: string) =>
    `environment = "test"\n${text}`
      .replace('https://sign.example.in', 'http://127.0.0.1:4010')
      .replace('https://esign.', 'http://esign.');
  const { config } = await load(change);
  expect(config.http.publicUrl).toBe('http://127.0.0.1:4010');
});

const rolesOf = async (line: string) => (await load((text) => `${line}\n${text}`)).config.roles;

test('a process does everything, or what its roles say', async () => {
  expect(await rolesOf('')).toEqual(['web', 'delivery', 'housekeeping']);
  expect(await rolesOf('roles = ["delivery"]')).toEqual(['delivery']);
});

test.each(['["worker"]', '["web", "worker"]', '[]', '"web"', '["web", "web"]'])(
  'roles = %s is refused, with all that there are',
  async (given) => {
    await expect(rolesOf(`roles = ${given}`)).rejects.toMatchObject({
      problems: [
        {
          setting: 'roles',
          message: expect.stringMatching(
            /^roles must be a list of one or more of web, delivery, housekeeping, none twice/,
          ),
          hint: expect.stringContaining('write roles = ["web", "delivery", "housekeeping"]'),
        },
      ],
    });
  },
);
