import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkplace } from '../support/cli/built-esign.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';

test('what is triggered is received, saved, verified and sent again by the built command', async () => {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  await writeFile(join(place.folder, 'secret'), 'whsec_of_this_test\n');
  const secret = ['--secret-file', 'secret'];
  const saving = place.start(
    'webhook',
    'listen',
    '--port',
    '0',
    '--save',
    'kept',
    '--json',
    ...secret,
  );
  const { url } = JSON.parse((await saving.lines.next()).value);
  const scenario = ['scenario:two-signers', '--repeat', '2', '--disorder', '--loss', '30%'];
  const sent = await place.run('webhook', 'trigger', ...scenario, '--to', url, ...secret);
  expect(sent.stderr).toMatch(
    /^signing with the secret of \S+ \(sha256:[0-9a-f]{8}\)\nthe same plan again: --seed \d+\n$/,
  );
  expect(sent.code).toBe(0);
  const bad = ['signer.signed', '--bad-signature', 'all', '--to', url, ...secret];
  expect((await place.run('webhook', 'trigger', ...bad)).code).toBe(0);
  await saving.stop();

  const kept = (await readdir(join(place.folder, 'kept'))).filter((name) => name.endsWith('.json'));
  const verify = (name = '') => place.run('webhook', 'verify', join('kept', name), ...secret);
  expect((await verify(kept.at(0))).code).toBe(0);
  expect((await verify(kept.at(-1))).stdout).toContain('was used with a line break at its end');
  expect((await verify(kept.at(-1))).code).toBe(10);

  const second = place.start('webhook', 'listen', '--port', '0', '--json', ...secret);
  const again = JSON.parse((await second.lines.next()).value).url;
  const good = kept.slice(0, 6).map((name) => join('kept', name));
  expect((await place.run('webhook', 'replay', ...good, '--to', again)).code).toBe(0);
  expect((await place.run('webhook', 'replay', 'kept', '--to', again)).code).toBe(10);
  await second.stop();
  expect(place.said.join('')).not.toContain('whsec_');
});

test('Ctrl-C ends a long run of deliveries with 130', async () => {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  const { url, received } = await startLocalReceiver();
  await writeFile(join(place.folder, 'secret'), 'whsec_of_this_test\n');
  const deliver = ['signer.signed', '--to', url, '--secret-file', 'secret'];
  const running = place.start('webhook', 'trigger', ...deliver, '--repeat', '500', '--delay', '1s');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  expect(await running.stop('SIGINT')).toBe(130);
  expect(received.length).toBeLessThan(500);
});
