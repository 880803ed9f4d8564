import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Document, EsignClient } from '../../src/client/index.ts';
import { runEsign } from '../support/cli/run-esign.ts';
import type { ServeWorld } from '../support/deployment/serve-world.ts';
import { openServeWorld } from '../support/deployment/serve-world.ts';
import {
  accountForCredits,
  accountForMails,
  inspect,
  verifyAll,
  waitUntilQuiet,
} from './accounts.ts';
import { backUp } from './back-up.ts';
import type { Carried } from './carry-documents.ts';
import { carry, carryDocuments, finish, haveSigned } from './carry-documents.ts';
import { previousRelease, sdkOf, THIS_RELEASE, withMigration } from './releases.ts';

const CREDITS = 1000;
const TERMINATED = 143;
/** Between two documents of the traffic. */
const PAUSE_MS = 500;
/** A document with two signers is uploaded, named to them, sent, and signed by one of them. */
const STEPS = [1, 2, 3, 4];
/** Numbers of documents that the traffic does not reach; odd ones have two signers. */
const FIRST = 1001;

/** What most migrations do. */
const ADDITIVE = ['accounts', 'documents', 'signers', 'deliveries']
  .map((table) => `ALTER TABLE ${table} ADD COLUMN rehearsed text DEFAULT 'no' NOT NULL;`)
  .join('\n--> statement-breakpoint\n');
const BREAKING = "UPDATE schema_floor SET min_release = '999.0.0';";

type Running = Awaited<ReturnType<ServeWorld['serve']>>;

/**
 * Documents of one account, which releases hand on to each other. The client is of the old SDK, and others come by this
 * release's.
 */
function openTraffic(
  world: ServeWorld,
  { client, apiKey }: { client: EsignClient; apiKey: string },
) {
  const carried: Carried = { documents: [], refusals: new Map() };
  const traffic = { world, client, refusals: carried.refusals };
  let begun: ReturnType<typeof carry>[] = [];
  let number = FIRST;
  let isOver = false;
  const complete = async () => {
    carried.documents.push(...(await Promise.all(begun.map(finish))));
    begun = [];
  };
  const running = carryDocuments(world, {
    ...{ apiKey, lanes: 1, carried, isOver: () => isOver },
    onCompleted: () => pause(PAUSE_MS),
  });
  return {
    /** Completes what was begun before, and begins a document for each number of steps. */
    async handOn(): Promise<void> {
      await complete();
      for (const steps of STEPS) {
        const document = carry(traffic, number);
        for (let step = 0; step < steps; step += 1) await document.next();
        begun.push(document);
        number += 2;
      }
    },
    /** Completes everything; no page ever refused a signer. */
    async end(): Promise<readonly Document[]> {
      isOver = true;
      await running;
      await complete();
      expect(Object.fromEntries(carried.refusals)).toEqual({});
      return carried.documents;
    },
  };
}

const adminOf =
  (root: string, { config }: ServeWorld): ServeWorld['admin'] =>
  (...argv) =>
    runEsign(['admin', ...argv, '--config', config], { root });

/** Stops a process that had nothing to say. */
async function stop(world: ServeWorld, running: Running): Promise<void> {
  const ended = await world.stop(running);
  expect(ended, ended.stderr).toMatchObject({ code: TERMINATED, stderr: '' });
}

type Traffic = ReturnType<typeof openTraffic>;

/** Backs up and migrates under a process of the old release, and replaces it by a new one. */
async function upgrade(
  world: ServeWorld,
  { old, next, traffic: { handOn } }: { old: Running; next: string; traffic: Traffic },
) {
  await handOn();
  const backup = await backUp(world);
  const dry = await adminOf(next, world)('migrate', '--dry-run');
  const migrated = await adminOf(next, world)('migrate');
  for (const { stdout } of [dry, migrated]) expect(stdout).toMatch(/^9998_additive$/m);
  await handOn();
  const running = await world.serve({}, next);
  await handOn();
  await stop(world, old);
  await handOn();
  return { running, backup };
}

/** Replaces the new process by one of the old release, which leaves the new schema as it is, and back. */
async function goBackAndForth(
  world: ServeWorld,
  { next, running, traffic }: { next: string; running: Running; traffic: Traffic },
): Promise<Running> {
  const old = await world.serve();
  await stop(world, running);
  const migrated = await world.admin('migrate');
  expect(migrated).toMatchObject({ code: 0, stdout: '' });
  await traffic.handOn();
  const again = await world.serve({}, next);
  await stop(world, old);
  await traffic.handOn();
  return again;
}

/** Every document is complete, verifies, and was charged once. */
async function account(
  world: ServeWorld,
  { client, traffic }: { client: EsignClient; traffic: Traffic },
): Promise<void> {
  const documents = await traffic.end();
  await waitUntilQuiet(world);
  await inspect(world);
  expect(await accountForMails(world)).toBe(0);
  await accountForCredits(client, documents, CREDITS);
  await verifyAll(world, client, documents);
}

/** The release at `root` refuses the schema in its own words. */
async function refuses(world: ServeWorld, root: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const command of [['serve'], ['admin', 'migrate']]) {
    const refused = await runEsign([...command, '--config', world.config], { root });
    expect(refused).toMatchObject({ code: 78, stdout: '' });
    expect(refused.stderr).toContain(`It needs esign 999.0.0 or newer; this is ${version}`);
  }
}

/** Who waits for a signature signs. */
async function completeSent(world: ServeWorld, client: EsignClient): Promise<readonly Document[]> {
  const listed = await client.documents.list().toArray();
  const sent = listed.filter(({ status }) => status === 'SENT');
  const traffic = { world, client, refusals: new Map() };
  return await Promise.all(
    sent.map(async ({ documentId }) =>
      finish(haveSigned(traffic, await client.documents.retrieve(documentId))),
    ),
  );
}

test('a deployment is upgraded as its page says, goes back, and forward again', async () => {
  const old = previousRelease();
  const next = await withMigration(THIS_RELEASE, { name: '9998_additive', statements: ADDITIVE });
  const breaking = await withMigration(next, { name: '9999_breaking', statements: BREAKING });
  const world = await openServeWorld({ root: old });
  for (const step of ['migrate', 'init'])
    expect(await world.admin(step)).toMatchObject({ code: 0 });
  const { apiKey } = await world.addAccount(CREDITS);

  const first = await world.serve();
  const sdk = await sdkOf(old);
  const client = new sdk.EsignClient({ baseUrl: world.publicUrl, apiKey });
  const traffic = openTraffic(world, { client, apiKey });
  const { running: upgraded, backup } = await upgrade(world, { old: first, next, traffic });
  const running = await goBackAndForth(world, { next, running: upgraded, traffic });
  await account({ ...world, admin: adminOf(next, world) }, { client, traffic });
  await stop(world, running);

  const migrated = await adminOf(breaking, world)('migrate');
  expect(migrated).toMatchObject({ code: 0, stdout: '9999_breaking\n' });
  expect(migrated.stderr).toContain('Releases from 999.0.0 on run on it.');
  await refuses(world, old);
  const newest = await world.serve({}, breaking);
  expect(await completeSent(world, client)).toHaveLength(1);
  await stop(world, newest);

  await backup.restore();
  const restored = await world.serve();
  // Of the four that were begun before the backup, two had been sent
  const completed = await completeSent(world, client);
  expect(completed.length).toBeGreaterThanOrEqual(2);
  await waitUntilQuiet(world);
  await inspect(world);
  await verifyAll(world, client, completed);
  await stop(world, restored);
});
