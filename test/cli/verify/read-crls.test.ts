import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCrls } from '../../../src/cli/verify/read-trust.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { certify, revocationList } from '../../support/trust/make-chain.ts';

const saved = async (content: Uint8Array | string) =>
  join(await makeTestFolder({ list: Buffer.from(content) }), 'list');

const authority = await certify('Authority', null);
const list = await revocationList(authority, {});
const pem = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`;

test('lists are read from DER, and all of them from PEM', async () => {
  const files = [await saved(list), await saved(pem + pem)];
  expect(await readCrls(files)).toEqual([list, list, list]);
});

test.each([
  ['a letter', 'Dear Asha'],
  ['nothing', ''],
  ['a certificate', authority.certificate.raw],
  ['a certificate in PEM', authority.certificate.toString()],
])('%s is no list', async (_, content) => {
  await expect(readCrls([await saved(content)])).rejects.toMatchObject({
    code: 'invalid_crl',
    exitCode: 2,
  });
});
