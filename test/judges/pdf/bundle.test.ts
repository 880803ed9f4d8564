import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ANITA, ASHA, openOffice } from '../../support/sandbox/an-office.ts';

const office = await openOffice();
const { folder: desk, json } = office.place;

/** Puts the built command on the path, as an installed one is. */
function onPath(): NodeJS.ProcessEnv {
  const { words, env } = office.place.command();
  const bin = mkdtempSync(join(desk, 'bin-'));
  const line = `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`;
  writeFileSync(join(bin, 'esign'), line, { mode: 0o755 });
  return { ...env, PATH: `${bin}${delimiter}${env.PATH}` };
}

const env = onPath();

const documentId = await office.sent(ASHA, ANITA);
await office.sign(documentId, { all: true });
await json('docs', 'download', documentId, '--bundle', '-o', 'bundle');
const saved = join(desk, 'bundle');

/** A copy of the bundle, with root and seal as authority and service publish them. */
function aCopy(root = 'test-root.pem', seal = 'test-seal.pem'): string {
  const folder = mkdtempSync(join(tmpdir(), 'esign-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(saved, folder, { recursive: true });
  const { dataDir } = office.running.sandbox;
  cpSync(join(dataDir, root), join(folder, 'root.pem'));
  cpSync(join(dataDir, seal), join(folder, 'seal.pem'));
  return folder;
}

/** The commands of VERIFY.txt, as they stand there, a step each; step 0 is what comes before. */
function stepsIn(folder: string): string[] {
  const text = readFileSync(join(folder, 'VERIFY.txt'), 'utf8');
  return text.split(/^(?=\d\. )/m).map((step) =>
    step
      .split('\n')
      .filter((line) => line.startsWith('    '))
      .map((line) => line.slice(4))
      .join('\n'),
  );
}

/** Runs all steps in one shell; answers what each said, on stdout and stderr. */
function runSteps(folder: string): string[] {
  const script = stepsIn(folder).map((step) => `${step}\necho "=== $?"`);
  const run = spawnSync('bash', ['-c', `exec 2>&1\n${script.join('\n')}`], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return run.stdout.split(/(?<=^=== \d+)\n/m);
}

test('a bundle for one signer holds no email, phone or address of another, and its commands work', async () => {
  await json('docs', 'download', documentId, '--bundle', '--for', 'asha@example.in', '-o', 'hers');
  const hers = join(desk, 'hers');
  const again = ['docs', 'download', documentId, '--bundle', '--for', 'Asha Rao', '--force'];
  const refused = await office.place.run(...again, '-o', 'bundle');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('certificate.pdf') });
  const names = ['VERIFY.txt', 'chain.pem', 'roots.txt', 'signed.pdf', 'verify.html'];
  expect(readdirSync(hers).sort()).toEqual(names.sort());
  const plain = spawnSync('qpdf', ['--qdf', join(hers, 'signed.pdf'), '-'], { encoding: 'latin1' });
  const texts = names.map((name) => readFileSync(join(hers, name), 'latin1'));
  expect(texts.join('')).not.toContain('certificate.pdf');
  for (const text of [...texts, plain.stdout])
    expect(text).not.toMatch(/anita@|9876501234|501234|127\.0\.0\.1/);
  cpSync(join(office.running.sandbox.dataDir, 'test-root.pem'), join(hers, 'root.pem'));
  const [said = ''] = runSteps(hers);
  expect(said.match(/Signature is Valid/g)).toHaveLength(2);
  expect(said.match(/Certificate is Trusted/g)?.length).toBeGreaterThanOrEqual(2);
  expect(said).toMatch(/Verified.*\n=== 0/);
});

test('the commands of VERIFY.txt, as they stand, confirm file, signatures, seal and trail', () => {
  const folder = aCopy();
  expect(readdirSync(saved).sort()).toEqual(
    ['VERIFY.txt', 'certificate.pdf', 'chain.pem', 'roots.txt', 'signed.pdf', 'verify.html'].sort(),
  );
  const [
    before = '',
    file = '',
    pdfsig = '',
    openssl = '',
    seal = '',
    trail = '',
    esign = '',
    parts = '',
  ] = runSteps(folder);
  const fingerprint = /Fingerprint=([0-9A-F:]{95})/g;
  const [ofRoot, ofSeal] = [...before.matchAll(fingerprint)].map(([, digits]) => digits);
  expect(ofRoot).not.toBe(ofSeal);
  const roots = readFileSync(join(folder, 'roots.txt'), 'utf8');
  expect(roots).toContain(`SHA-256   ${ofSeal}`);
  expect(file).toMatch(/([0-9a-f]{64}) {2}signed\.pdf\n\1\n/);
  expect(pdfsig.match(/Signature is Valid/g)).toHaveLength(2);
  expect(pdfsig.match(/Certificate is Trusted/g)).toHaveLength(2);
  expect(openssl.match(/CMS Verification successful/g)).toHaveLength(2);
  expect(openssl).toMatch(/CN = Asha Rao \(TEST\)/);
  expect(seal).toMatch(/CMS Verification successful\nsubject=.*CN = TEST Electronic Signature/);
  expect(trail).toMatch(/unbroken: ([0-9a-f]{64})\n\1\nerased: 0\n/);
  expect(esign).toContain('Verified: intact and complete, and all 2 signers are identified.');
  expect(parts).toMatch(/evidence\.json\ngateway-01\.xml\ngateway-02\.xml\nrevocation-01/);
  for (const step of [before, file, pdfsig, openssl, seal, trail, esign, parts])
    expect(step).toMatch(/=== 0$/);
});

test('a changed document fails with every program', () => {
  const folder = aCopy();
  const file = readFileSync(join(folder, 'signed.pdf'));
  const at = file.indexOf('/MediaBox');
  file.write('/MediaBix', at, 'latin1');
  writeFileSync(join(folder, 'signed.pdf'), file);
  const [, hashes = '', pdfsig = '', openssl = '', , , esign = ''] = runSteps(folder);
  expect(hashes).not.toMatch(/([0-9a-f]{64}) {2}signed\.pdf\n\1\n/);
  expect(pdfsig.match(/Digest Mismatch/g)).toHaveLength(2);
  expect(openssl.match(/CMS Verification failure/g)).toHaveLength(2);
  expect(esign).toMatch(/Not verified.*=== 10/s);
});

test('another root and another seal vouch for nothing', () => {
  const folder = aCopy('test-seal-ca.pem', 'test-root.pem');
  const [, , pdfsig = '', openssl = '', seal = '', , esign = ''] = runSteps(folder);
  expect(pdfsig).not.toContain('Certificate is Trusted');
  expect(openssl.match(/CMS Verification failure/g)).toHaveLength(2);
  expect(seal).toContain('CMS Verification failure');
  expect(esign).toMatch(/Not verified.*=== 10/s);
});

test('chain.pem names each certificate, and roots.txt says what the files do not hold', () => {
  const chain = readFileSync(join(saved, 'chain.pem'), 'utf8');
  const subjects = [...chain.matchAll(/^# (.*)$/gm)].map(([, subject]) => subject);
  const count = chain.match(/BEGIN CERTIFICATE/g)?.length;
  expect(subjects).toHaveLength(count ?? 0);
  expect(subjects.join('\n')).toMatch(/CN=Asha Rao \(TEST\)/);
  const roots = readFileSync(join(saved, 'roots.txt'), 'utf8');
  expect(roots).toMatch(
    /Root\n {2}Subject {3}.*CN=TEST Root CA\n {2}SHA-256 {3}not in these files.*\n {2}Valid {5}not in/,
  );
  expect(roots).toContain('Leads to  Asha Rao (TEST): signature in the field esign_01');
});

test('the files that are attached to the certificate satisfy openssl and xmlsec1', () => {
  const folder = aCopy();
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, `${command}: ${stderr}`).toBe(0);
    return `${stdout}${stderr}`;
  };
  run('pdfdetach -saveall -o . certificate.pdf && pdfsig -dump signed.pdf');
  const named = (pattern: RegExp) => readdirSync(folder).filter((name) => pattern.test(name));
  expect(named(/^signature-\d\d\.p7s$/)).toHaveLength(2);
  for (const name of named(/^signature-/)) {
    const cms = readFileSync(join(folder, name));
    const place = Number(name.slice(10, 12)) - 1;
    const dumped = readFileSync(join(folder, `signed.pdf.sig${place}`));
    expect(dumped.subarray(0, cms.length).equals(cms)).toBe(true);
  }
  expect(named(/^revocation-\d\d\.crl$/).length).toBeGreaterThan(1);
  run('cat chain.pem root.pem >all.pem');
  for (const name of named(/^revocation-/)) {
    expect(run(`openssl crl -inform DER -in ${name} -CAfile all.pem -noout`)).toContain(
      'verify OK',
    );
  }
  expect(named(/^gateway-\d\d\.xml$/)).toHaveLength(2);
  for (const name of named(/^gateway-/)) {
    const xml = readFileSync(join(folder, name), 'utf8');
    const [, inSignature = ''] = /<(?:ds:)?X509Certificate>([^<]+)</.exec(xml) ?? [];
    const der = Buffer.from(inSignature, 'base64');
    writeFileSync(join(folder, 'c.pem'), new X509Certificate(der).toString());
    run(`xmlsec1 --verify --pubkey-cert-pem c.pem ${name}`);
  }
});
