import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signAnswer } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import {
  certificatesOf,
  gatewaysOf,
} from '../../../../src/service/operations/serve/adapters-of.ts';
import { readCredentials } from '../../../../src/service/operations/serve/credentials.ts';
import { SECOND_GATEWAY, TLS } from '../../../support/deployment/a-config.ts';
import { aDeployment, pemOf } from '../../../support/deployment/a-deployment.ts';
import { makeTlsIdentity } from '../../../support/network/tls-identity.ts';
import { aFolder, anAuthority } from '../../../support/service/an-authority.ts';

test('the end of every certificate of the configuration is known', async () => {
  const { pki } = await anAuthority();
  const second = SECOND_GATEWAY.replace('"example"', '"second"');
  const deployment = await aDeployment(await aFolder(), pki, {
    change: (text) => text.replace('[timestamps]', `${second}[timestamps]`),
  });
  const names = certificatesOf(deployment).map(({ name }) => name);
  expect(names).toEqual(['seal', 'asp example', 'asp second']);
  const tls = await makeTlsIdentity('sign.example.in');
  const secure = await aDeployment(await aFolder(), pki, {
    files: { 'tls.pem': tls.certificate, 'tls.key': tls.privateKey },
    change: (text) => text.replace('[database]', `${TLS}[database]`),
  });
  expect(certificatesOf(secure).map(({ name }) => name)).toEqual(['tls', 'seal', 'asp example']);
  expect(certificatesOf(deployment)[2]?.notAfter.getTime()).toBeGreaterThan(Date.now());
});

test('all pins of a gateway are taken, the old ones and the new', async () => {
  const { pki } = await anAuthority();
  const { pki: next } = await anAuthority({ ownKeys: true });
  const pins = [pki.answer.certificate, next.answer.certificate];
  const files = { 'answers.pem': pemOf(...pins) };
  const deployment = await aDeployment(await aFolder(), pki, { files });
  const [gateway] = gatewaysOf(deployment);
  const content = { txn: 'ESIGN-1', resCode: 'A'.repeat(32), at: new Date() };
  const failed = { outcome: 'failed', ...content, code: 'ESP-944', message: 'X' } as const;
  for (const key of [pki.answer, next.answer]) {
    const msg = signAnswer(failed, key);
    expect(await gateway.complete({ msg })).toMatchObject({ reason: 'signer_declined' });
  }
});

test('each gateway has its own settings, in their order', async () => {
  const { pki } = await anAuthority();
  const own = 'id = "second"\nsub_filter = "adbe.pkcs7.detached"\nreserve = 30000';
  const second = SECOND_GATEWAY.replace('id = "example"', own).replace(
    '"Example CA"',
    '"Second CA"',
  );
  const deployment = await aDeployment(await aFolder(), pki, {
    change: (text) => text.replace('[timestamps]', `${second}[timestamps]`),
  });
  expect(gatewaysOf(deployment)).toMatchObject([
    { id: 'example', name: 'Example CA', subFilter: 'ETSI.CAdES.detached', reserve: 16_384 },
    { id: 'second', name: 'Second CA', subFilter: 'adbe.pkcs7.detached', reserve: 30_000 },
  ]);
});

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
