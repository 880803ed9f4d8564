import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCrls } from '../../../src/cli/verify/read-trust.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { certify, revocationList } from '../../support/trust/make-chain.ts';

const folder = await mkdtemp(join(tmpdir(), 'esign-crls-'));
afterAll(() => removeFolder(folder));

async function saved(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const authority = await certify('Authority', null);
const list = await revocationList(authority, {});
const pem = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`;

test('lists are read from DER, and all of them from PEM', async () => {
  const files = [await saved('list.crl', list), await saved('lists.pem', pem + pem)];
  expect(await readCrls(files)).toEqual([list, list, list]);
});

test.each([
  ['a letter', 'Dear Asha'],
  ['nothing', ''],
  ['a certificate', authority.certificate.raw],
  ['a certificate in PEM', authority.certificate.toString()],
])('%s is no list', async (name, content) => {
  await expect(readCrls([await saved(name, content)])).rejects.toMatchObject({
    code: 'invalid_crl',
    exitCode: 2,
  });
});
