import { expect, onTestFinished, test } from 'vitest';
import { signInCheck } from '../../../../src/service/operations/checks/checks.ts';
import { linesOf } from '../../../support/deployment/check-lines.ts';
import { anIdentityProvider } from '../../../support/sign-in/an-identity-provider.ts';

const provider = (issuer: string) => (text: string) =>
  `${text}
[[sign_in.providers]]
id = "example"
name = "Example Company"
issuer = "${issuer}"
client_id = "esign"
client_secret = { file = "keys/provider" }
domains = ["example.in"]
`;

const lines = (issuer: string) =>
  linesOf(signInCheck, { files: { 'keys/provider': 'secret-TEST' }, change: provider(issuer) });

test('a provider that says what it is, is fine', async () => {
  const office = await anIdentityProvider('https://sign.example.in/return');
  onTestFinished(() => office.close());
  const { host } = new URL(office.issuer);
  expect(await lines(office.issuer)).toEqual([`ok: ${host} is an identity provider`]);
  expect(await linesOf(signInCheck)).toEqual([]);
});

test('an issuer where nobody is, or that names another, is told without the secret', async () => {
  const gone = await anIdentityProvider('https://sign.example.in/return');
  await gone.close();
  const [nobody] = await lines(gone.issuer);
  const { host } = new URL(gone.issuer);
  const name = 'sign_in.providers[0].issuer';
  const about = `${name}: ${host} cannot be used: connection_refused`;
  expect(nobody).toBe(`failed: ${about} (correct ${name})`);
  const office = await anIdentityProvider('https://sign.example.in/return');
  onTestFinished(() => office.close());
  const [other] = await lines(office.issuer.replace('127.0.0.1', 'localhost'));
  expect(other).toMatch(/^failed: .* cannot be used: .*issuer/);
  expect(`${nobody}${other}`).not.toContain('secret-TEST');
});
