import { expect, test } from 'vitest';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { senderOf } from '../../support/deployment/a-sender.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { aPostfixBounce } from '../../support/service/a-bounce.ts';

test('a mail that comes back is recorded as a mail server pipes it in, and what is no bounce of ours is refused', async () => {
  const from = 'from = "sign@example.in"';
  const change = (text: string) =>
    text.replace(from, `${from}\nbounce_domain = "bounces.example.in"`);
  const world = await openInstallation({ change });
  const { config, publicUrl, smtp } = world;
  await world.serve();
  const { apiKey } = await world.addAccount();
  const { documentId } = await senderOf(publicUrl, apiKey).send();
  await expect.poll(() => smtp.taken.length, { timeout: 30_000 }).toBe(1);
  const to = smtp.taken[0]?.envelopeFrom ?? '';
  expect(to).toMatch(/^bounce\+[0-9a-f]{32}\.[0-9a-f]{24}@bounces\.example\.in$/);

  const piped = (stdin: Buffer | string, ...more: string[]) =>
    runEsign(['admin', 'bounce', '--config', config, ...more], { stdin });
  const delayed = await piped(aPostfixBounce({ to, action: 'delayed', status: '4.4.1' }));
  expect(delayed.code).toBe(0);
  expect(delayed.stderr).toMatch(/^Mail \S+ has not failed: nothing is recorded \(4\.4\.1\)\.$/m);
  const bounce = aPostfixBounce({ to });
  const first = await piped(bounce, '--json');
  expect(JSON.parse(first.stdout)).toMatchObject({
    documentId,
    outcome: 'recorded',
    status: '5.1.1',
  });
  const folder = await makeTestFolder({ 'bounce.eml': bounce });
  const again = await runEsign(['admin', 'bounce', `${folder}/bounce.eml`, '--config', config]);
  expect(again.stderr).toMatch(/^Mail \S+ was recorded as not delivered before \(5\.1\.1\)\.$/m);

  const found = await world.admin('check', '--strict');
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(/^notice {2}bounce {2}\S+ {2}a mail came back: 5\.1\.1\n$/);
  await world.onStore(async (store) => {
    const trail = await store.readAudit(documentId);
    expect(trail.filter(({ type }) => type === 'email.bounced')).toHaveLength(1);
  });

  const forged = await piped(
    aPostfixBounce({ to: to.replace(/\.[0-9a-f]{24}@/, `.${'0'.repeat(24)}@`) }),
  );
  expect(forged).toMatchObject({ code: 10, stdout: '' });
  expect(forged.stderr).toContain('no key of keys.links made the address it was sent to');
  expect(await piped('Subject: Hello\n\nHello\n')).toMatchObject({ code: 2, stdout: '' });
});
