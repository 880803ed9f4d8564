import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { ASHA, codesOf, senderOf } from '../../support/deployment/a-sender.ts';
import { openServeWorld } from '../../support/deployment/serve-world.ts';

const INTERRUPTED = 130;
const TERMINATED = 143;
const STOP_MS = 40_000;

test('two processes on one database take a document from upload to certificate, and stop cleanly', async () => {
  const world = await openServeWorld();
  const { authority, config, publicUrl, smtp } = world;
  const early = await runEsign(['serve', '--config', config]);
  expect(early).toMatchObject({ code: 78, stdout: '' });
  expect(early.stderr).toContain('next: esign admin migrate');
  expect((await world.admin('migrate')).stderr).toMatch(/\d+ migrations applied\./);
  expect((await runEsign(['serve', '--config', config])).stderr).toContain('esign admin init');
  expect(await world.admin('init')).toMatchObject({ code: 0, stderr: '' });
  const checked = await runEsign(['serve', '--config', config, '--check']);
  expect(checked.stdout).toContain('9 checks passed');
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  const processes = await Promise.all([world.serve(), world.serve()]);
  for (const { line } of processes) {
    expect(line).toMatchObject({ publicUrl, environment: 'test', pid: expect.any(Number) });
  }

  const { apiKey } = await world.addAccount();
  const access = { ESIGN_BASE_URL: publicUrl, ESIGN_API_KEY: apiKey };
  const healthy = await runEsign(['doctor'], { env: access });
  expect(healthy, healthy.stdout).toMatchObject({ code: 0, stderr: '' });
  expect(healthy.stdout).toContain('✓ access        the service knows the key\n✓ subscription');

  const { documents, send, untilCompleted } = senderOf(publicUrl, apiKey);
  const { documentId, links } = await send();
  const [signUrl = ''] = links;
  expect(signUrl.startsWith(`${publicUrl}/sign/`)).toBe(true);
  await driveSigning({ signUrl, identity: ASHA.name, readCode: codesOf(authority) });
  await untilCompleted(documentId);
  await expect.poll(() => smtp.taken.length, { timeout: 30_000 }).toBeGreaterThan(1);

  const folder = await makeTestFolder();
  const [signed, certificate] = [join(folder, 'signed.pdf'), join(folder, 'certificate.pdf')];
  await (await documents.download(documentId)).toFile(signed);
  await (await documents.certificate(documentId)).toFile(certificate);
  const pem = (der: Buffer) => new X509Certificate(der).toString();
  const [root, seal] = [join(folder, 'root.pem'), join(folder, 'seal.pem')];
  await writeFile(root, pem(authority.pki.root));
  await writeFile(seal, pem(authority.pki.seal.certificate));
  const trust = ['--root', root, '--service-cert', seal];
  const verified = await runEsign(['verify', signed, certificate, ...trust]);
  expect(verified, verified.stdout).toMatchObject({ code: 0 });

  const warned = await world.serve({ ESIGN_SMTP_URL: 'smtp://127.0.0.1:9' });
  await expect
    .poll(() => warned.stderr(), { timeout: 30_000 })
    .toContain('mail: ESIGN_SMTP_URL: 127.0.0.1:9 does not take mail');
  warned.child.kill('SIGINT');
  expect((await warned.ended).code).toBe(INTERRUPTED);

  const found = await world.admin('check');
  expect(found).toMatchObject({ code: 0, stdout: '' });
  expect(found.stderr).toMatch(
    /^1 documents, 3 files with \d+ bytes: 0 contradictions, 0 notices\.$/m,
  );

  const stoppedAt = performance.now();
  for (const { child } of processes) child.kill('SIGTERM');
  const ended = await Promise.all(processes.map((one) => one.ended));
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS);
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: TERMINATED, stderr: '' },
    { code: TERMINATED, stderr: '' },
  ]);
  const alone = await runEsign(['doctor'], { env: access });
  expect(alone.code, alone.stdout).toBe(9);
});
