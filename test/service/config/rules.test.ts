import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/service/config/load-config.ts';
import { SECOND_GATEWAY, writeConfig } from '../../support/a-config.ts';
import { aFolder } from '../../support/an-authority.ts';
import { replaced } from '../../support/check-lines.ts';

const load = async (change: (text: string) => string) =>
  loadConfig({ env: {}, path: await writeConfig(await aFolder(), change) });

test.each([
  ['http.public_url must begin with https://', 'https://sign.example.in', 'http://sign.example.in'],
  ['http.public_url must be an https address', 'https://sign.example.in', 'sign.example.in'],
  ['http.public_url must have no path', 'https://sign.example.in', 'https://sign.example.in/'],
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
  ['smtp.bounce_domain must be a domain', '[smtp]', '[smtp]\nbounce_domain = "a@b.in"'],
])('%s', async (message, from, to) => {
  await expect(load(replaced(from, to))).rejects.toThrow(message);
});

test('links may lead to http on this machine, and a test gateway needs no https', async () => {
  const change = (text: string) =>
    `environment = "test"\n${text}`
      .replace('https://sign.example.in', 'http://127.0.0.1:4010')
      .replace('https://esign.', 'http://esign.');
  const { config } = await load(change);
  expect(config.http.publicUrl).toBe('http://127.0.0.1:4010');
});
