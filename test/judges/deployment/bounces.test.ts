import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EsignClient } from '../../../src/client/index.ts';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { openServeWorld } from '../../support/deployment/serve-world.ts';
import { aPostfixBounce } from '../../support/service/a-bounce.ts';

const PDF = new URL('../../fixtures/plain.pdf', import.meta.url).pathname;
const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

test('a mail that comes back is recorded as a mail server pipes it in, and what is no bounce of ours is refused', async () => {
  const world = await openServeWorld();
  const { config, publicUrl, smtp } = world;
  const text = await readFile(config, 'utf8');
  const from = 'from = "sign@example.in"';
  await writePrivate(config, text.replace(from, `${from}\nbounce_domain = "bounces.example.in"`));
  await world.admin('migrate');
  await world.admin('init');
  await world.serve();
  const { apiKey } = await world.addAccount();
  const { documents } = new EsignClient({ baseUrl: publicUrl, apiKey });
  const { documentId } = await documents.create(PDF);
  await documents.addSigners(documentId, [ASHA]);
  await documents.send(documentId);
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
