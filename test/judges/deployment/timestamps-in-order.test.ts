import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { runEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { openServeWorld } from '../../support/deployment/serve-world.ts';
import { aCompletedDocument } from '../../support/sandbox/a-completed-document.ts';

/** Where nothing listens. */
const NOBODY = '127.0.0.1:9';
const REFUSED = 78;

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('with the first authority down, the second one gives the timestamps, and the failing one is logged once and counted', async () => {
  const world = await openServeWorld();
  const port = await aFreePort();
  const dead = `[[timestamps.authorities]]\nurl = "http://${NOBODY}"\nroots = "test/roots.pem"\n`;
  const text = await readFile(world.config, 'utf8');
  const changed = text
    .replace('[[timestamps.authorities]]', `${dead}[[timestamps.authorities]]`)
    .replace('level = "error"', `level = "warn"\n[metrics]\nport = ${port}`);
  await writePrivate(world.config, changed);
  await world.admin('migrate');
  await world.admin('init');

  const checked = await runEsign(['serve', '--config', world.config, '--check']);
  expect(checked.code).toBe(REFUSED);
  const told = `${checked.stdout}${checked.stderr}`;
  expect(told).toContain(`${NOBODY} gave no valid timestamp: it refuses connections`);
  expect(told).toContain('given by TEST Timestamping Authority');

  const running = await world.serve();
  const { documentId } = await aCompletedDocument(world);
  await world.onStore(async (store) => {
    const trail = await store.readAudit(documentId);
    const embedded = trail.find(({ type }) => type === 'signature.embedded');
    expect(embedded?.data.timestamp).toMatchObject({ authority: 'TEST Timestamping Authority' });
  });
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n');
  // The check beside the start, which is not counted, the signature, and the document timestamp.
  expect(lines).toContain(
    `esign_dependency_failures_total{dependency="timestamps",name="${NOBODY}"} 2`,
  );
  expect(lines).toContain(`esign_dependency_failing{dependency="timestamps",name="${NOBODY}"} 1`);
  const logged = running
    .stderr()
    .split('\n')
    .filter((line) => line.includes('timestamping authority'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      name: NOBODY,
      reason: 'connection_refused',
      msg: `timestamping authority ${NOBODY} fails: it refuses connections`,
    },
  ]);
});
