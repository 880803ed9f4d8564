import { expect, onTestFinished, test } from 'vitest';
import { tlsCheck } from '../../../../src/service/operations/checks/check-certificates.ts';
import {
  gatewayCheck,
  testGatewayCheck,
} from '../../../../src/service/operations/checks/check-gateway.ts';
import { signInCheck } from '../../../../src/service/operations/checks/checks.ts';
import { SECOND_GATEWAY, TLS } from '../../../support/deployment/a-config.ts';
import { pemOf } from '../../../support/deployment/a-deployment.ts';
import { inProduction, linesOf, replaced } from '../../../support/deployment/check-lines.ts';
import { startLocalTcp } from '../../../support/network/local-tcp.ts';
import { makeTlsIdentity } from '../../../support/network/tls-identity.ts';
import { anAuthority } from '../../../support/service/an-authority.ts';
import { anIdentityProvider } from '../../../support/sign-in/an-identity-provider.ts';

/** Where nothing listens. */
const NOBODY = '127.0.0.1:9';

test('a gateway is reached, and its keys and certificates have to fit', async () => {
  const action = new URL(await startLocalTcp((socket) => socket.end())).origin;
  const change = replaced('https://esign.example.in', action);
  expect(await linesOf(gatewayCheck, { change })).toEqual([
    `ok: example: ${action} answers; keys and certificates fit`,
  ]);
  const { pki } = await anAuthority();
  const { pki: other } = await anAuthority({ ownKeys: true });
  const files = { 'asp.key': other.asp.privateKey, 'chain.pem': pemOf(other.subCa.certificate) };
  const chained = (text: string) =>
    change(text).replace('roots = "roots.pem"', 'roots = "roots.pem"\nchain = "chain.pem"');
  expect(await linesOf(gatewayCheck, { change: chained, files })).toEqual([
    'failed: gateways[0].asp_key is not the key of gateways[0].asp_certificate (set gateways[0].asp_key to its key)',
    'failed: gateways[0].chain has a certificate that no root issued: CN=TEST Issuing CA (add its issuer to gateways[0].roots or gateways[0].chain)',
  ]);
  const ec = { 'asp.pem': pemOf(pki.seal.certificate), 'asp.key': pki.seal.privateKey };
  expect(await linesOf(gatewayCheck, { change, files: ec })).toEqual([
    'failed: gateways[0].asp_key is not an RSA key (use the key that is registered at the authority)',
  ]);
});

test('each of several gateways is reached, and has its own lines', async () => {
  const action = new URL(await startLocalTcp((socket) => socket.end())).origin;
  const second = SECOND_GATEWAY.replace('"example"', '"second"')
    .replace('https://esign.example.in', `https://${NOBODY}`)
    .replace('answers.pem', 'more.pem');
  const change = (text: string) =>
    text
      .replace('https://esign.example.in', action)
      .replace('[timestamps]', `${second}[timestamps]`);
  const { pki } = await anAuthority({ ownKeys: true });
  const files = { 'more.pem': pemOf(pki.answer.certificate, pki.asp.certificate) };
  expect(await linesOf(gatewayCheck, { change, files })).toEqual([
    `ok: example: ${action} answers; keys and certificates fit`,
    expect.stringMatching(
      /^failed: https:\/\/127\.0\.0\.1:9 cannot be reached: .+ \(set gateways\[1\]\.action\)$/,
    ),
  ]);
  const production = (text: string) =>
    inProduction(text).replace('[timestamps]', `${second}[timestamps]`);
  const told = await linesOf(testGatewayCheck, { change: production, files });
  expect(told.map((line) => line.split(' is ')[0])).toContain('failed: gateways[1].roots');
});

test('a gateway where nothing answers is told', async () => {
  const change = replaced('https://esign.example.in', `https://${NOBODY}`);
  expect(await linesOf(gatewayCheck, { change })).toEqual([
    expect.stringMatching(
      /^failed: https:\/\/127\.0\.0\.1:9 cannot be reached: connection_refused/,
    ),
  ]);
});

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

const signInLines = (issuer: string) =>
  linesOf(signInCheck, { files: { 'keys/provider': 'secret-TEST' }, change: provider(issuer) });

test('a provider that says what it is, is fine', async () => {
  const office = await anIdentityProvider('https://sign.example.in/return');
  onTestFinished(() => office.close());
  const { host } = new URL(office.issuer);
  expect(await signInLines(office.issuer)).toEqual([`ok: ${host} is an identity provider`]);
  expect(await linesOf(signInCheck)).toEqual([]);
});

test('an issuer where nobody is, or that names another, is told without the secret', async () => {
  const gone = await anIdentityProvider('https://sign.example.in/return');
  await gone.close();
  const [nobody] = await signInLines(gone.issuer);
  const { host } = new URL(gone.issuer);
  const name = 'sign_in.providers[0].issuer';
  const about = `${name}: ${host} cannot be used: connection_refused`;
  expect(nobody).toBe(`failed: ${about} (correct ${name})`);
  const office = await anIdentityProvider('https://sign.example.in/return');
  onTestFinished(() => office.close());
  const [other] = await signInLines(office.issuer.replace('127.0.0.1', 'localhost'));
  expect(other).toMatch(/^failed: .* cannot be used: .*issuer/);
  expect(`${nobody}${other}`).not.toContain('secret-TEST');
});

const DAY_MS = 24 * 3_600_000;

interface Wishes {
  /** Of the certificate. */
  readonly host?: string;
  /** When the certificate ends, in days from now. */
  readonly days?: number;
  readonly key?: string;
  /** Follows the certificate in its file. */
  readonly chain?: string;
}

async function tlsLines({
  host = 'sign.example.in',
  days = 90,
  key,
  chain = '',
}: Wishes = {}): Promise<string[]> {
  const end = new Date(Date.now() + (days + 0.5) * DAY_MS);
  const { certificate, privateKey } = await makeTlsIdentity(host, end);
  const files = { 'tls.pem': `${certificate}\n${chain}`, 'tls.key': key ?? privateKey };
  return await linesOf(tlsCheck, { files, change: replaced('[database]', `${TLS}[database]`) });
}

test('without http.tls there is nothing to say, and with a good certificate one line', async () => {
  expect(await linesOf(tlsCheck)).toEqual([]);
  expect(await tlsLines()).toEqual(['ok: the service speaks HTTPS with its certificate']);
});

test('the key of another certificate is refused', async () => {
  const { privateKey } = await makeTlsIdentity('other.example.in');
  expect(await tlsLines({ key: privateKey })).toEqual([
    'failed: http.tls.key is not the key of http.tls.certificate (set http.tls.key to the key of the first certificate in http.tls.certificate)',
  ]);
});

test('a certificate that ends within 30 days is told, and one that ended is refused', async () => {
  expect(await tlsLines({ days: 10 })).toEqual([
    expect.stringMatching(
      /^warning: a certificate of http\.tls\.certificate expires in 10 days, on 2\S+ \(have it reissued\)$/,
    ),
  ]);
  const expired = expect.stringMatching(
    /^failed: a certificate of http\.tls\.certificate expired on 2/,
  );
  const past = new Date(Date.now() - 1000);
  expect(await tlsLines({ days: -0.501 })).toEqual([expired]);
  const { certificate } = await makeTlsIdentity('TEST Issuer', past);
  expect(await tlsLines({ chain: certificate })).toEqual([expired]);
});

test('a certificate for another host than that of links is told', async () => {
  expect(await tlsLines({ host: 'other.example.in' })).toEqual([
    'warning: the certificate of http.tls.certificate is not for sign.example.in, the host of http.public_url (use one for sign.example.in, unless only a proxy connects that accepts this one)',
  ]);
});
