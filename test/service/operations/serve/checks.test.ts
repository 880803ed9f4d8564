import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '../../../../src/service/adapters/files/folder.ts';
import { sealCheck } from '../../../../src/service/operations/checks/check-certificates.ts';
import {
  clockCheck,
  databaseCheck,
} from '../../../../src/service/operations/checks/check-database.ts';
import { testGatewayCheck } from '../../../../src/service/operations/checks/check-gateway.ts';
import {
  filesCheck,
  mailCheck,
  timestampCheck,
} from '../../../../src/service/operations/checks/checks.ts';
import type { DeploymentCheck } from '../../../../src/service/operations/checks/finding.ts';
import { runChecks } from '../../../../src/service/operations/checks/finding.ts';
import { aDeployment, pemOf } from '../../../support/deployment/a-deployment.ts';
import { inProduction, linesOf, replaced } from '../../../support/deployment/check-lines.ts';
import { serveHttp } from '../../../support/network/http-server.ts';
import type { SmtpScript } from '../../../support/network/smtp-server.ts';
import { startSmtpServer } from '../../../support/network/smtp-server.ts';
import { aFolder, anAuthority } from '../../../support/service/an-authority.ts';
import { testAuthority } from '../../../support/trust/pdf-authority.ts';

const DAY_MS = 24 * 3_600_000;

/** Where nothing listens. */
const NOBODY = '127.0.0.1:9';

test('a seal with its key and chain is fine', async () => {
  expect(await linesOf(sealCheck)).toEqual([
    'ok: sealed by TEST Electronic Signature Service, with its chain',
  ]);
});

test('a seal with the key of another, without its root or with the chain of another is refused', async () => {
  const { pki } = await anAuthority({ ownKeys: true });
  const other = await anAuthority();
  expect(await linesOf(sealCheck, { files: { 'seal.key': other.pki.asp.privateKey } })).toEqual([
    'failed: seals[0].key is not the key of seals[0].certificate (set seals[0].key to the key of that certificate)',
  ]);
  const subCa = pemOf(other.pki.subCa.certificate);
  expect(await linesOf(sealCheck, { files: { 'seal-chain.pem': subCa } })).toEqual([
    'failed: seals[0].chain has no root certificate (add the root to seals[0].chain)',
  ]);
  const strange = pemOf(...pki.sealChain);
  expect(await linesOf(sealCheck, { files: { 'seal-chain.pem': strange } })).toEqual([
    expect.stringMatching(/^failed: the seal does not lead to its root: /),
  ]);
});

test('a seal that ends within 30 days is told, and one that ended is refused', async () => {
  const { pki } = await anAuthority();
  const end = pki.notAfter.getTime();
  const at = (time: number) => ({ clock: { now: () => new Date(time) } });
  expect(await linesOf(sealCheck, at(end - 10.5 * DAY_MS))).toEqual([
    expect.stringMatching(/^warning: a certificate of the seal expires in \d+ days, on \d{4}-/),
  ]);
  const rootless = { 'seal-chain.pem': pemOf(pki.subCa.certificate) };
  expect(await linesOf(sealCheck, { ...at(end - 10.5 * DAY_MS), files: rootless })).toContain(
    'failed: seals[0].chain has no root certificate (add the root to seals[0].chain)',
  );
  expect(await linesOf(sealCheck, at(end + 400 * DAY_MS))).toContainEqual(
    expect.stringMatching(/^failed: a certificate of the seal expired on /),
  );
});

test('each seal is checked, and no end is told of one that another follows', async () => {
  const { pki } = await anAuthority();
  const authority = await testAuthority();
  const notAfter = new Date(Date.now() + 10.5 * DAY_MS);
  const former = await authority.issue('TEST Former seal', { notAfter });
  const files = {
    'former.pem': former.certificate.toString(),
    'former.key': String(former.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'former-chain.pem': [...former.chain, authority.root].join(''),
  };
  const table =
    '[[seals]]\ncertificate = "former.pem"\nkey = "former.key"\nchain = "former-chain.pem"\n\n';
  const change = replaced('[[seals]]', `${table}[[seals]]`);
  expect(await linesOf(sealCheck, { files, change })).toEqual([
    'ok: sealed by TEST Former seal, with its chain',
    expect.stringMatching(
      /^ok: not in use: TEST Electronic Signature Service, valid from 2\S+ to 2\S+$/,
    ),
  ]);
  const later = { now: () => new Date(Date.now() + 11 * DAY_MS) };
  expect(await linesOf(sealCheck, { files, change, clock: later })).toEqual([
    expect.stringMatching(/^ok: not in use: TEST Former seal, valid from 2\S+ to 2\S+$/),
    'ok: sealed by TEST Electronic Signature Service, with its chain',
  ]);
  const wrong = { ...files, 'former.key': pki.asp.privateKey };
  expect(await linesOf(sealCheck, { change, files: wrong })).toContain(
    'failed: seals[0].key is not the key of seals[0].certificate (set seals[0].key to the key of that certificate)',
  );
});

test('TEST certificates are refused in production', async () => {
  const wishes = { change: inProduction };
  expect(await linesOf(sealCheck, wishes)).toEqual([
    'failed: seals[0].certificate is a TEST certificate, and the environment is production (use a real one, or set environment = "test")',
  ]);
  const told = (await linesOf(testGatewayCheck, wishes)).map((line) => line.split(' is ')[0]);
  expect(told).toEqual([
    'failed: gateways[0].roots',
    'failed: gateways[0].esp_certificates',
    'failed: gateways[0].asp_certificate',
  ]);
  expect(await linesOf(testGatewayCheck)).toEqual([
    'ok: example: signatures of Example CA are for tests',
  ]);
});

test('a folder that can be written is fine, and stays as it was', async () => {
  const { pki } = await anAuthority();
  const folder = await aFolder();
  const deployment = await aDeployment(folder, pki);
  const results = await runChecks([filesCheck], deployment);
  expect(results).toEqual([
    { name: 'files', state: 'ok', about: `${folder}/files can be written`, next: null },
  ]);
  expect(await readdir(join(folder, 'files'))).toEqual([]);
});

test('a folder that is a file is refused', async () => {
  const { pki } = await anAuthority();
  const folder = await aFolder();
  const deployment = await aDeployment(folder, pki);
  await mkdir(join(folder, 'x'));
  await writeFile(join(folder, 'files'), '');
  expect(await runChecks([filesCheck], deployment)).toEqual([
    {
      name: 'files',
      state: 'failed',
      about: `files.folder: ${folder}/files cannot be used: EEXIST`,
      next: `ls -ld ${folder}/files`,
    },
  ]);
});

test('a folder where none can be made is refused, and the check ends', async () => {
  const { pki } = await anAuthority();
  const deployment = await aDeployment(await aFolder(), pki);
  const config = { ...deployment.config, files: { folder: '/proc/esign/files' } };
  expect(await runChecks([filesCheck], { ...deployment, config })).toMatchObject([
    {
      state: 'failed',
      about: 'files.folder: /proc/esign/files cannot be used: no folder can be made there',
    },
  ]);
  await expect(openFolder('/proc/esign/files')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a database that does not answer is refused without its password, and its clock is not judged', async () => {
  const { pki } = await anAuthority();
  const deployment = await aDeployment(await aFolder(), pki);
  const url = `postgresql://esign:rosebud@${NOBODY}/esign`;
  const config = { ...deployment.config, database: { url, poolSize: 1 } };
  const results = await runChecks([databaseCheck, clockCheck], { ...deployment, config });
  expect(results).toEqual([
    expect.objectContaining({
      name: 'database',
      state: 'failed',
      about: expect.stringContaining('ECONNREFUSED'),
    }),
  ]);
  expect(JSON.stringify(results)).not.toContain('rosebud');
});

/** The line about a mail server that asks for a password. */
async function mailLine(script?: SmtpScript) {
  const server = await startSmtpServer(script);
  const { pki } = await anAuthority();
  const deployment = await aDeployment(await aFolder(), pki);
  const url = `smtp://esign:rosebud@127.0.0.1:${server.port}`;
  const config = { ...deployment.config, smtp: { ...deployment.config.smtp, url } };
  const [found] = await runChecks([mailCheck], { ...deployment, config });
  return { line: `${found?.state}: ${found?.about}`.replace(`:${server.port}`, ''), server };
}

test('a mail server that takes the login is fine, and gets no mail', async () => {
  const { line, server } = await mailLine();
  expect(line).toBe('ok: 127.0.0.1 takes mail');
  expect(server.lines.some((one) => one.startsWith('AUTH'))).toBe(true);
  expect(server.taken).toEqual([]);
});

test('a mail server that refuses the login is told, without the password', async () => {
  const { line } = await mailLine({ replies: { AUTH: '535 5.7.8 No' } });
  expect(line).toBe('failed: smtp.url: 127.0.0.1 does not take mail: it refuses the login (535)');
});

test('each timestamping authority is asked, and none when timestamps are off', async () => {
  expect(await linesOf(timestampCheck)).toEqual([]);
  const { tsa } = await anAuthority();
  const { baseUrl } = await serveHttp(({ body }, response) => response.end(tsa.respond(body)));
  const tables = [`http://${NOBODY}`, baseUrl].map(
    (url) => `[[timestamps.authorities]]\nurl = "${url}"\nroots = "roots.pem"`,
  );
  const change = replaced('policy = "off"', tables.join('\n'));
  expect(await linesOf(timestampCheck, { change })).toEqual([
    `failed: timestamps.authorities[0].url: ${NOBODY} gave no valid timestamp: it refuses connections (correct timestamps.authorities[0].url)`,
    `ok: ${new URL(baseUrl).host}: given by TEST Timestamping Authority`,
  ]);
});

test('a check that fails otherwise is a failure too', async () => {
  const broken: DeploymentCheck = {
    name: 'broken',
    atStart: 'refuse',
    run: async () => {
      throw new Error('no luck');
    },
  };
  expect(await linesOf(broken)).toEqual(['failed: no luck (esign serve --check)']);
});
