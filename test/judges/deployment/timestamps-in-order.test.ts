import { expect, test } from 'vitest';
import { runEsign } from '../../support/cli/run-esign.ts';
import { aCompletedDocument } from '../../support/deployment/a-sender.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { freePort } from '../../support/network/loopback.ts';

/** Where nothing listens. */
const NOBODY = '127.0.0.1:9';
const REFUSED = 78;

test('with the first authority down, the second one gives the timestamps, and the failing one is logged once and counted', async () => {
  const port = await freePort();
  const dead = `[[timestamps.authorities]]\nurl = "http://${NOBODY}"\nroots = "test/roots.pem"\n`;
  const change = (text: string) =>
    text
      .replace('[[timestamps.authorities]]', `${dead}[[timestamps.authorities]]`)
      .replace('level = "error"', `level = "warn"\n[metrics]\nport = ${port}`);
  const world = await openInstallation({ change });

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
