import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { checkCms } from '../../../../src/pdf/cms/check-cms.ts';
import { TEST_IDENTITIES } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import { chainPath, openPki, rootPath } from '../../../../src/sandbox/authority/pki/pki.ts';
import { OldDataFolder } from '../../../../src/sandbox/control/sandbox-errors.ts';
import { removeFolder } from '../../../support/remove-folder.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

const NOW = new Date();
/** A folder whose keys were made there. */
const made = await mkdtemp(join(tmpdir(), 'esign-pki-'));
const fresh = await openPki(made, NOW);
afterAll(() => removeFolder(made));
const clock = { now: () => NOW };

test('every certificate is issued by the TEST root, and marked TEST in its O and CN', () => {
  const pki = fresh;
  const root = new X509Certificate(pki.root);
  const subCa = new X509Certificate(pki.subCa.certificate);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(subCa.verify(root.publicKey) && subCa.checkIssued(root) && subCa.ca).toBe(true);
  for (const { certificate } of [pki.answer, pki.asp]) {
    const end = new X509Certificate(certificate);
    expect(end.verify(subCa.publicKey) && end.checkIssued(subCa) && !end.ca).toBe(true);
    expect(end.subject).toMatch(/O=TEST .*\nCN=TEST /);
  }
  expect(root.subject).toMatch(/O=TEST .*\nCN=TEST /);
  expect(subCa.subject).toMatch(/O=TEST .*\nCN=TEST /);
});

test('the seal comes from a CA of its own, which no root of signers knows', async () => {
  const [folder, pki] = [made, fresh];
  const [ca, ...more] = pki.sealChain.map((der) => new X509Certificate(der));
  const seal = new X509Certificate(pki.seal.certificate);
  expect(more).toEqual([]);
  expect(ca?.subject).toMatch(/O=TEST .*\nCN=TEST /);
  expect(ca && seal.checkIssued(ca) && seal.verify(ca.publicKey)).toBe(true);
  expect(seal.verify(new X509Certificate(pki.subCa.certificate).publicKey)).toBe(false);
  const saved = (name: string) => readFile(`${folder}/${name}`, 'utf8');
  const trust = JSON.parse(await saved('trust.json'));
  expect(trust.seals).toEqual([pinOf(new X509Certificate(await saved('test-seal.pem')))]);
  expect(new X509Certificate(await saved('test-seal-ca.pem')).raw).toEqual(pki.sealChain[0]);
});

test('a folder from before the seal had a CA of its own is used as it is', async () => {
  const folder = await aFolder();
  const { sealCa: _, ...older } = JSON.parse(await readFile(`${made}/authority.json`, 'utf8'));
  await writeFile(`${folder}/authority.json`, JSON.stringify(older));
  const { sealChain, subCa, root } = await openPki(folder, NOW);
  expect(sealChain).toEqual([subCa.certificate, root]);
});

test('the keys stay the same over restarts, in a file for the owner alone', async () => {
  const second = await openPki(made, NOW);
  expect(second.root).toEqual(fresh.root);
  expect(second.seal).toEqual(fresh.seal);
  expect((await stat(`${made}/authority.json`)).mode & 0o777).toBe(0o600);
});

test('two processes that open a new folder at once get the same keys', async () => {
  const folder = await aFolder();
  const [a, b] = await Promise.all([openPki(folder, NOW), openPki(folder, NOW)]);
  expect(a.root).toEqual(b.root);
});

test('the root is saved in PEM with a final newline', async () => {
  const pem = await readFile(rootPath(made), 'utf8');
  expect(pem.endsWith('-----END CERTIFICATE-----\n')).toBe(true);
  expect(new X509Certificate(pem).raw).toEqual(fresh.root);
});

test('a signature covers the hash, with a certificate of the identity’s name from the sub-CA', async () => {
  const pki = fresh;
  const signing = await openSigningContext(pki, clock);
  const inputHash = randomBytes(32).toString('hex');
  const identity = TEST_IDENTITIES[2]!;
  const { cms, certificate } = await issueSignature(signing, { identity, inputHash, at: NOW });
  const leaf = new X509Certificate(certificate);
  expect(leaf.subject).toContain('CN=अनिता शर्मा (TEST)');
  expect(leaf.verify(new X509Certificate(pki.subCa.certificate).publicKey)).toBe(true);
  expect(new Date(leaf.validFrom).getTime()).toBeLessThan(NOW.getTime() - 3600_000);
  const checked = checkCms(cms, {
    sha256: inputHash,
    roots: [new X509Certificate(pki.root)],
    at: NOW,
    needEss: true,
  });
  expect(checked.signer.certificate.raw).toEqual(certificate);
});

test('the chain is saved beside the root in PEM, the sub-CA first', async () => {
  const { root, subCa } = fresh;
  const blocks =
    (await readFile(chainPath(made), 'utf8')).match(/-----BEGIN[\s\S]+?END CERTIFICATE.*\n/g) ?? [];
  expect(blocks.map((pem) => new X509Certificate(pem).raw)).toEqual([subCa.certificate, root]);
});

test('each signature has a certificate and a key of its own', async () => {
  const signing = await openSigningContext(fresh, clock);
  const job = { identity: TEST_IDENTITIES[0]!, inputHash: 'ab'.repeat(32), at: NOW };
  const [a, b] = [await issueSignature(signing, job), await issueSignature(signing, job)];
  const [first, second] = [new X509Certificate(a.certificate), new X509Certificate(b.certificate)];
  expect(first.serialNumber).not.toBe(second.serialNumber);
  expect(first.publicKey.equals(second.publicKey)).toBe(false);
});

test('messages are signed with RSA keys of 2048 bits', () => {
  for (const { certificate } of [fresh.answer, fresh.asp]) {
    const { publicKey } = new X509Certificate(certificate);
    expect(publicKey.asymmetricKeyType).toBe('rsa');
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  }
});

test('a folder of an earlier version is refused by name', async () => {
  const folder = await aFolder();
  await writeFile(`${folder}/authority.json`, JSON.stringify({ madeAt: NOW.toISOString() }));
  const opening = openPki(folder, NOW);
  await expect(opening).rejects.toBeInstanceOf(OldDataFolder);
  await expect(opening).rejects.toThrow(folder);
});
