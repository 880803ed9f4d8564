import { expect, test } from 'vitest';
import { tlsCheck } from '../../../../src/service/operations/checks/check-certificates.ts';
import { TLS } from '../../../support/deployment/a-config.ts';
import { linesOf, replaced } from '../../../support/deployment/check-lines.ts';
import { makeTlsIdentity } from '../../../support/network/tls-identity.ts';

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

async function lines({
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
  expect(await lines()).toEqual(['ok: the service speaks HTTPS with its certificate']);
});

test('the key of another certificate is refused', async () => {
  const { privateKey } = await makeTlsIdentity('other.example.in');
  expect(await lines({ key: privateKey })).toEqual([
    'failed: http.tls.key is not the key of http.tls.certificate (set http.tls.key to the key of the first certificate in http.tls.certificate)',
  ]);
});

test('a certificate that ends within 30 days is told, and one that ended is refused', async () => {
  expect(await lines({ days: 10 })).toEqual([
    expect.stringMatching(
      /^warning: a certificate of http\.tls\.certificate expires in 10 days, on 2\S+ \(have it reissued\)$/,
    ),
  ]);
  const expired = expect.stringMatching(
    /^failed: a certificate of http\.tls\.certificate expired on 2/,
  );
  const past = new Date(Date.now() - 1000);
  expect(await lines({ days: -0.501 })).toEqual([expired]);
  const { certificate } = await makeTlsIdentity('TEST Issuer', past);
  expect(await lines({ chain: certificate })).toEqual([expired]);
});

test('a certificate for another host than that of links is told', async () => {
  expect(await lines({ host: 'other.example.in' })).toEqual([
    'warning: the certificate of http.tls.certificate is not for sign.example.in, the host of http.public_url (use one for sign.example.in, unless only a proxy connects that accepts this one)',
  ]);
});
