import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { driveDecline, driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { ASHA, codesOf, RAVI, senderOf } from '../../support/deployment/a-sender.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';

test('a support person finds, resends, looks up, withdraws and fetches in five commands', async () => {
  const world = await openInstallation();
  await world.serve();
  const { apiKey } = await world.addAccount();
  const { documents, send: sendTo } = senderOf(world.publicUrl, apiKey);
  const send = (name: string) => sendTo([ASHA, RAVI], name);
  const [rent, loan, lease] = [await send('Rent'), await send('Loan'), await send('Lease')];
  await documents.setExternalId(rent.documentId, 'rent-2026-117');
  await driveDecline(loan.links[0] ?? '', 'The rate is wrong');
  const readCode = codesOf(world.authority);
  for (const [at, { name }] of [ASHA, RAVI].entries())
    await driveSigning({ signUrl: lease.links[at] ?? '', identity: name, readCode });
  const folder = await makeTestFolder();
  const env = { ESIGN_BASE_URL: world.publicUrl, ESIGN_API_KEY: apiKey, ESIGN_CONFIG_DIR: folder };
  const esign = (...argv: string[]) => runEsign(argv, { env });

  const found = await esign('docs', 'find', 'rent-2026-117', '--json');
  expect(JSON.parse(found.stdout).documents).toMatchObject([{ documentId: rent.documentId }]);

  const mails = world.smtp.taken.length;
  const resent = await esign('docs', 'resend', rent.documentId, '--signer', 'asha@example.in');
  expect(resent).toMatchObject({ code: 0, stdout: expect.stringContaining('asha@example.in') });
  await expect.poll(() => world.smtp.taken.length, { timeout: 30_000 }).toBeGreaterThan(mails);

  const timeline = await esign('docs', 'timeline', loan.documentId);
  expect(timeline.stdout).toMatch(/SENT, declined by Asha Rao, .*\n.*The rate is wrong/);

  const withdrawn = await esign('docs', 'withdraw', rent.documentId, '--reason', 'Sent twice');
  expect(withdrawn).toMatchObject({ code: 0, stdout: expect.stringContaining('Withdrawn.') });

  const to = join(folder, 'certificate.pdf');
  const certificate = () => esign('certificate', 'download', lease.documentId, '-o', to);
  await expect.poll(async () => (await certificate()).code, { timeout: 30_000 }).toBe(0);
  expect((await stat(to)).size).toBeGreaterThan(1000);

  for (const { documentId } of [rent, loan]) {
    expect((await esign('status', documentId, '--watch')).code).toBe(13);
    expect((await esign('certificate', 'download', documentId)).code).toBe(13);
  }
  expect((await esign('docs', 'withdraw', lease.documentId, '--reason', 'x')).code).toBe(6);
  const list = (await esign('docs', 'list')).stdout;
  expect(list).toMatch(/withdrawn.*Rent\n/);
  expect(list).toMatch(/declined by Asha Rao, .*Loan\n/);
});
