import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { issueCertificate } from '../../src/service/use-cases/documents/issue-certificate.ts';
import { temporaryFolder } from '../support/database.ts';
import { makeSigningWorld } from '../support/make-signing-world.ts';
import { aSentDocument, signAs } from '../support/signing-world.ts';

const world = await makeSigningWorld();
const guide = readFileSync(new URL('../../docs/verification.md', import.meta.url), 'utf8');
const [, commands = ''] = /```bash\n([\s\S]*?)```/.exec(guide) ?? [];

/** A folder with a signed document, its certificate and the root, as the guide asks for. */
async function aFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const { deps } = world;
  const { documentId, signerIds, caller } = await aSentDocument(world, 3);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  const document = await deps.store.findDocument(documentId);
  const { bytes } = await issueCertificate(deps, { caller, documentId });
  const root = deps.gateway.roots.map((der) => new X509Certificate(der)).at(-1);
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
});

test('the commands of the guide find an entry that was changed', async () => {
  const folder = await aFolder();
  const [first, trail] = commands.split('# 3.');
  expect(check(folder, first).status).toBe(0);
  const file = join(folder, 'audit.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  lines[4] = String(lines[4]).replace(/"seq":5/, '"seq":5,"forged":1');
  writeFileSync(file, lines.join('\n'));
  const { status, stdout } = check(folder, `#${trail}`);
  expect([status, stdout]).toEqual([1, 'broken at 5\n']);
});
