import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCredentials } from '../../../../src/service/operations/serve/credentials.ts';
import { aDeployment } from '../../../support/deployment/a-deployment.ts';
import { aFolder, anAuthority } from '../../../support/service/an-authority.ts';

test('every file that cannot be used is named with its setting', async () => {
  const { pki } = await anAuthority();
  const folder = await aFolder();
  const deployment = await aDeployment(folder, pki);
  await rm(join(folder, 'seal.pem'));
  await chmod(join(folder, 'seal.key'), 0o604);
  await rm(join(folder, 'asp.key'));
  const error = await aDeployment(folder, pki, {
    files: { 'roots.pem': 'no certificate', 'asp.key': 'no key' },
  }).catch((fault: unknown) => fault);
  expect(String(error).replaceAll(`${folder}/`, '')).toBe(
    'ConfigRefused: gateways[0].asp_key: asp.key has no private key in PEM without a passphrase; ' +
      'gateways[0].roots: roots.pem has no certificates in PEM',
  );
  await rm(join(folder, 'seal.pem'));
  await chmod(join(folder, 'seal.key'), 0o604);
  expect(() => readCredentials(deployment)).toThrow(
    `seals[0].certificate: ${folder}/seal.pem does not exist; seals[0].key: other users can access ${folder}/seal.key`,
  );
});
