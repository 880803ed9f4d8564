import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { ASHA, codesOf, RAVI, senderOf } from '../../support/deployment/a-sender.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';

/** The authority answers ESP-999 for this identity number. */
const DOWN = TEST_IDENTITIES.find(({ name }) => name === 'Dev Downtime')?.number ?? '';
const [FIRST, OTHER] = ['TEST Certifying Authority', 'TEST Other Authority'];

async function aDeployment() {
  const world = await openInstallation({ hasOther: true });
  const { other } = world;
  if (!other) throw new Error('There is no second authority.');
  return { world, other };
}

const pem = (...ders: readonly Buffer[]) =>
  ders.map((der) => new X509Certificate(der).toString()).join('');

test('two processes offer the second authority once the first has failed five times, and one document holds both signatures', async () => {
  const { world, other } = await aDeployment();
  const checked = await runEsign(['serve', '--config', world.config, '--check']);
  expect(checked.stdout).toContain(`test: ${world.authority.url} answers`);
  expect(checked.stdout).toContain(`other: ${other.url} answers`);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  const processes = [await world.serve(), await world.serve()];
  const { apiKey } = await world.addAccount();
  const readCode = codesOf(world.authority, other);
  const sign = (signUrl: string, identity: string) => driveSigning({ signUrl, identity, readCode });

  const { documents, send, untilCompleted } = senderOf(world.publicUrl, apiKey);
  const { documentId, links } = await send([ASHA, RAVI]);
  const [asha = '', ravi = ''] = links;
  const authorityAt = async (url: string) => {
    const page = await (await fetch(new URL(new URL(ravi).pathname, url))).text();
    return [FIRST, OTHER].filter((name) => page.includes(`page of ${name}`));
  };
  await sign(asha, ASHA.name);
  await expect.poll(() => authorityAt(world.publicUrl), { timeout: 30_000 }).toEqual([FIRST]);
  for (let count = 0; count < 5; count += 1) {
    await expect(sign(ravi, DOWN)).rejects.toThrow(/authority is having problems/);
  }
  for (const { line } of processes) expect(await authorityAt(line.url)).toEqual([OTHER]);
  await sign(ravi, RAVI.name);
  await untilCompleted(documentId);

  const folder = await makeTestFolder();
  const [signed, certificate] = [join(folder, 'signed.pdf'), join(folder, 'certificate.pdf')];
  await (await documents.download(documentId)).toFile(signed);
  await (await documents.certificate(documentId)).toFile(certificate);
  const [both, one] = [join(folder, 'both.pem'), join(folder, 'one.pem')];
  await writeFile(both, pem(world.authority.pki.root, other.pki.root));
  await writeFile(one, pem(world.authority.pki.root));
  const verified = await runEsign(['verify', signed, '--root', both]);
  expect(verified, verified.stdout).toMatchObject({ code: 0 });
  expect(await runEsign(['verify', signed, '--root', one])).toMatchObject({ code: 10 });
  const text = execFileSync('pdftotext', ['-layout', certificate, '-'], { encoding: 'utf8' });
  for (const name of [FIRST, OTHER]) expect(text).toContain(`through ${name}`);
  expect(await world.admin('check', '--strict')).toMatchObject({ code: 0, stdout: '' });
});

/** The transaction of a signer who is sent to the authority, and stays there. */
async function leaveFor(link: string): Promise<string> {
  const body = new URLSearchParams({
    consent: 'yes',
    read: 'pages',
    language: 'en',
    gateway: 'test',
  });
  const page = await (await fetch(link, { method: 'POST', body })).text();
  return / txn=&quot;(ESIGN-\w+)&quot;/.exec(page)?.[1] ?? '';
}

test('an authority where signers are signing cannot leave the settings, and their attempts can be looked for', async () => {
  const { world } = await aDeployment();
  await world.serve();
  const { apiKey } = await world.addAccount();
  const { links } = await senderOf(world.publicUrl, apiKey).send();
  const txn = await leaveFor(links[0] ?? '');
  expect(txn).toMatch(/^ESIGN-/);
  expect(await world.admin('attempt', 'resume', txn)).toMatchObject({
    code: 6,
    stderr: 'error: The attempt has no answer yet\n',
  });
  expect(await world.admin('attempt', 'resume', 'ESIGN-none')).toMatchObject({
    code: 5,
    stderr:
      'error: There is no such attempt\n  next: esign admin check names those whose answers wait\n',
  });
  expect((await world.admin('attempt', 'resume')).code).toBe(2);
  const all = await world.admin('attempt', 'resume', '--all', '--json');
  expect(JSON.parse(all.stdout)).toEqual({ attempts: [], setAside: [] });

  const config = await readFile(world.config, 'utf8');
  const [own = ''] = /\[\[gateways\]\]\nid = "test"[^[]*/.exec(config) ?? [];
  await writePrivate(world.config, config.replace(own, ''));
  for (const flags of [[], ['--check']]) {
    const refused = await runEsign(['serve', '--config', world.config, ...flags]);
    expect(refused.code).toBe(78);
    expect(refused.stdout + refused.stderr).toContain('gateways has no "test"');
    expect(refused.stdout + refused.stderr).toContain('add the gateway "test" again');
  }
  expect((await world.admin('account', 'list')).code).toBe(0);
});
