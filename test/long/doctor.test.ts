import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Check, Diagnosis } from '../../src/cli/doctor/diagnosis.ts';
import { openWorkplace, startSandboxIn } from '../support/cli/built-esign.ts';

const place = await openWorkplace();
afterAll(() => place.close());

async function examine() {
  const { code, stdout } = await place.run('doctor', '--json');
  const { checks }: Diagnosis = JSON.parse(stdout);
  const find = (name: string): Check | undefined => checks.find((one) => one.name === name);
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  return { code, states, find, stdout };
}

test('doctor finds what a killed sandbox left, and its advice mends it', async () => {
  const { sandbox, stop } = await startSandboxIn(place);
  const well = await examine();
  expect(well.code).toBe(0);
  const fine = { sandbox: 'ok', port: 'ok', lock: 'ok', disk: 'ok', cache: 'ok' };
  expect(well.states).toMatchObject({ ...fine, completion: 'unknown' });
  expect(well.find('lock')?.about).toContain(`process ${sandbox.pid} `);
  expect(well.stdout).not.toContain(sandbox.apiKey);

  await stop('SIGKILL');
  const port = Number(new URL(sandbox.baseUrl).port);
  const intruder = createServer((socket) => socket.end()).listen(port, '127.0.0.1');
  await once(intruder, 'listening');
  await chmod(join(place.folder, 'config', 'complete'), 0o755);
  const fish = join(place.folder, '.config', 'fish', 'completions');
  await mkdir(fish, { recursive: true });
  await writeFile(join(fish, 'esign.fish'), '# Completion of esign 0.0.1\n');
  const ill = await examine();
  expect(ill.code).toBe(9);
  expect(ill.states).toMatchObject({ sandbox: 'failed', port: 'warning', lock: 'warning' });
  expect(ill.states).toMatchObject({ cache: 'warning', completion: 'warning' });
  intruder.close();

  const [esign, ...advice] = ill.find('sandbox')?.next?.split(' ') ?? [];
  expect(esign).toBe('esign');
  await place.start(...advice, '--json').lines.next();
  await writeFile(
    join(fish, 'esign.fish'),
    (await place.json<{ script: string }>('autocomplete', 'fish')).script,
  );
  const mended = await examine();
  expect(mended.code).toBe(0);
  expect(mended.states).toMatchObject({ ...fine, cache: 'warning', completion: 'ok' });
});
