import { expect, test } from 'vitest';
import CertificateDownload from '../../../commands/certificate/download.ts';
import DocsDownload from '../../../commands/docs/download.ts';
import DocsOpen from '../../../commands/docs/open.ts';
import DocsShow from '../../../commands/docs/show.ts';
import Send from '../../../commands/send.ts';
import SignersAdd from '../../../commands/signers/add.ts';
import SignersList from '../../../commands/signers/list.ts';
import Status from '../../../commands/status.ts';
import { runCommand, withStdin } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { ASHA, apiUser, openApi, RAVI, signBy } from '../../support/service/call-service.ts';

const { service } = await openApi();
const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
const account = await service.account();
const user = apiUser(service, account);
const { documentId: signed, links } = await user.send(ASHA);
await signBy(service, links[0] ?? '');
const { documentId: sent } = await user.send(ASHA, RAVI);
const sandbox = { baseUrl, apiKey: account.apiKey, dataDir: '/nowhere' };
const config = JSON.stringify({ current: 'sandbox', profiles: { sandbox } });

async function run(command: Parameters<typeof runCommand>[0], ...argv: string[]) {
  const folder = await makeTestFolder({ 'config.json': config });
  return runCommand(command, argv, { ESIGN_CONFIG_DIR: folder });
}

test.each([
  ['docs show', DocsShow],
  ['docs open', DocsOpen],
  ['signers list', SignersList],
  ['status', Status],
  ['docs download', DocsDownload],
  ['certificate download', CertificateDownload],
])('%s takes words: scripts are told the candidates, and who none match', async (_, command) => {
  const found = await run(command, 'asha');
  expect(found).toMatchObject({ code: 2, stdout: '' });
  expect(found.stderr).toMatch(/^error: \d documents? match(es)? "asha"; without a terminal/);
  expect(found.stderr).toMatch(/\n {2}why: [0-9a-f-]{36} \(.+, signer Asha Rao\)/);
  expect(found.stderr).toContain('\n  next: esign docs find asha\n');
  const none = await run(command, 'nobody');
  expect(none).toMatchObject({ code: 5, stdout: '' });
  expect(none.stderr).toContain('no document matches "nobody"');
});

test('the candidates are those that a command can use', async () => {
  const { stderr } = await run(DocsDownload, 'asha');
  expect(stderr).toContain(signed);
  expect(stderr).not.toContain(sent);
  for (const command of [Send, SignersAdd]) {
    const words = command === Send ? ['asha'] : ['asha', '--signer', 'M <m@example.in> 9876543210'];
    expect(await run(command, ...words)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('no document that matches "asha" is PENDING'),
    });
  }
});

test('a name among ids is told before anything is read; stdin holds ids alone', async () => {
  expect(await run(Status, sent, 'asha')).toMatchObject({ code: 2, stdout: '' });
  const piped = await withStdin(`${sent} asha`, () => run(Status, '-'));
  expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('"asha" does not name') });
});
