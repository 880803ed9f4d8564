import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canonicalJson } from '../../../src/contract/audit-chain.ts';
import { issueCertificate } from '../../../src/service/core/evidence/issue-certificate.ts';
import { auditTrail } from '../../support/pdf/an-evidence.ts';
import { makeSigningWorld } from '../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../support/service/signing-world.ts';
import { temporaryFolder } from '../../support/store/database.ts';

const world = await makeSigningWorld();
const guide = readFileSync(new URL('../../../docs/verification.md', import.meta.url), 'utf8');
const [, commands = ''] = /```bash\n([\s\S]*?)```/.exec(guide) ?? [];

/** A folder with a signed document, its certificate and the root, as the guide asks for. */
async function aFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const { deps } = world;
  const { documentId, signerIds, caller } = await aSentDocument(world, 3);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  const document = await deps.store.findDocument(documentId);
  const { bytes } = await issueCertificate(deps, caller, documentId);
  const root = deps.gateways[0].roots.map((der) => new X509Certificate(der)).at(-1);
  writeFileSync(join(path, 'signed.pdf'), await deps.files.read(document?.head?.key ?? ''));
  writeFileSync(join(path, 'certificate.pdf'), bytes);
  writeFileSync(join(path, 'root.pem'), String(root));
  return path;
}

const check = (folder: string, script = commands) =>
  spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });

test('the commands of the guide confirm hash, signatures and trail of a document', async () => {
  const { status, stdout, stderr } = check(await aFolder());
  expect(status, stderr).toBe(0);
  const [, ofFile, ofEvidence] =
    /^([0-9a-f]{64}) {2}signed\.pdf\n([0-9a-f]{64})$/m.exec(stdout) ?? [];
  expect(ofFile).toMatch(/^[0-9a-f]{64}$/);
  expect(ofEvidence).toBe(ofFile);
  expect(stdout.match(/Signature is Valid/g)).toHaveLength(3);
  expect(stdout.match(/Certificate is Trusted/g)).toHaveLength(3);
  const [, head, ofTrail] = /^unbroken: (\w{64})\n(\w{64})$/m.exec(stdout) ?? [];
  expect(head).toMatch(/^[0-9a-f]{64}$/);
  expect(ofTrail).toBe(head);
  expect(stdout).toContain('\nerased: 0\n');
});

/** What the guide's third part says of a trail. */
function judgeTrail(folder: string, change: (entries: string[]) => void) {
  const file = join(folder, 'audit.jsonl');
  const whole = readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  change(lines);
  writeFileSync(file, lines.join('\n'));
  const { status, stdout } = check(folder, `#${commands.split('# 3.')[1]}`);
  writeFileSync(file, whole);
  return [status, stdout];
}

test('the commands of the guide find what was changed in an entry, and nothing in one that was erased', async () => {
  const folder = await aFolder();
  const [first] = commands.split('# 3.');
  expect(check(folder, first).status).toBe(0);
  const judge = (from: RegExp, to: string) =>
    judgeTrail(folder, (lines) => {
      const third = String(lines[2]);
      expect(third).toMatch(from);
      lines[2] = third.replace(from, to);
    });
  expect(judge(/"seq":3/, '"seq":3,"forged":1')).toEqual([1, 'broken at 3\n']);
  expect(judge(/signer1@example/, 'signer2@example')).toEqual([1, 'another data.email at 3\n']);
  expect(judge(/"salt":"./, '"salt":"x')).toEqual([1, 'another data.email at 3\n']);
  const [status, words] = judge(/"data\.email":\{[^}]*\},/, '');
  expect([status, words]).toEqual([0, expect.stringMatching(/^unbroken: .*\nerased: 1\n$/s)]);
});

test('the commands of the guide read a trail that began in version 1', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const trail = auditTrail(6, 3).map(({ entry }) => `${canonicalJson(entry)}\n`);
  writeFileSync(join(path, 'audit.jsonl'), trail.join(''));
  writeFileSync(join(path, 'evidence.json'), '{}');
  const [status, words] = judgeTrail(path, () => undefined);
  expect([status, words]).toEqual([0, expect.stringMatching(/^unbroken: .*erased: 0\n$/s)]);
  expect(judgeTrail(path, (lines) => lines.splice(2, 1))).toEqual([1, 'broken before 4\n']);
  const [, old = ''] = /"ip":"([^"]+)"/.exec(trail[0] ?? '') ?? [];
  expect(
    judgeTrail(path, (lines) => lines.splice(0, 1, String(lines[0]).replace(old, '192.0.2.9'))),
  ).toEqual([1, 'broken at 1\n']);
});
