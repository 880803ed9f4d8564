import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantedOf } from '../../../src/cli/finding/find-flags.ts';
import { findDocuments, findOffline } from '../../../src/cli/finding/find-here.ts';
import { knownOf } from '../../../src/cli/finding/known-document.ts';
import type { Wanted } from '../../../src/cli/finding/match-document.ts';
import { judge } from '../../../src/cli/finding/match-document.ts';
import type { EsignClient } from '../../../src/client/index.ts';
import { bytesBelow, findContext } from '../../support/cli/kept-place.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { seeded } from '../../support/seeded.ts';
import { ASHA, apiUser, openApi, RAVI, signBy } from '../../support/service/call-service.ts';

const { service, user } = await openApi();
const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
const ours = { baseUrl, apiKey: user.account.apiKey };

/** Every document, read now and one by one, in the order of the list. */
async function readAfresh(client: EsignClient) {
  const rows = await client.documents.list().toArray();
  return Promise.all(
    rows.map(async ({ documentId }) => knownOf(await client.documents.retrieve(documentId))),
  );
}

const EVERYBODY = wantedOf({}, 'example.in');
/** What each change shows in: added signers, a send, a signature. */
const TELLING: readonly Wanted[] = [
  wantedOf({}, 'lease ravi'),
  wantedOf({ signer: 'ravi@', status: 'PENDING' }),
  wantedOf({ 'waiting-on': 'asha' }),
];
const SOUGHT: readonly Wanted[] = [
  ...TELLING,
  EVERYBODY,
  wantedOf({ 'waiting-on': 'ravi@example.in', status: 'SENT' }),
  wantedOf({ status: 'COMPLETED', signer: 'asha' }),
  wantedOf({ name: '3' }),
  wantedOf({ since: new Date(Date.now() + 1_500) }, 'asha'),
];
const STEPS = 15;
const LARGEST_SEED = 2 ** 31;

test('whatever is done in between, finding agrees with every document read afresh', async () => {
  const seed = Number(process.env.ESIGN_TEST_SEED ?? Math.floor(Math.random() * LARGEST_SEED));
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  const folder = await makeTestFolder();
  const { client } = findContext(folder, ours);
  const pending: string[] = [];
  const links: string[][] = [];
  let signatures = 0;
  const steps = {
    create: async () => {
      const file = { data: aPdf(), name: `Lease ${pending.length}.pdf` };
      pending.push((await client.documents.create(file)).documentId);
    },
    add: async (signer = pick([ASHA, RAVI]) ?? ASHA) => {
      const id = pick(pending);
      const signers = [signer];
      if (id) await user.post(`/api/v1/documents/${id}/signers`, { signers });
    },
    send: async () => {
      const id = pending.splice(Math.floor(random() * pending.length), 1)[0];
      const sent = id && (await user.post(`/api/v1/documents/${id}/send`)).json();
      const urls = (sent?.signers ?? []).map(({ signUrl }: { signUrl: string }) => signUrl);
      if (urls.length > 0) links.push(urls.map((url: string) => new URL(url).pathname));
    },
    sign: async () => {
      const link = signatures < 2 ? pick(links)?.shift() : undefined;
      if (!link) return;
      signatures += 1;
      await signBy(service, link);
    },
  };
  const check = async (sought: readonly Wanted[]) => {
    const fresh = await readAfresh(client);
    for (const wanted of sought) {
      const matching = fresh.flatMap((known) => {
        const matched = judge(known, wanted);
        return typeof matched === 'string' ? [] : [{ ...known.row, matched }];
      });
      const runs = random() < 0.2 ? [1, 2] : [1];
      const find = () => findDocuments(wanted, findContext(folder, ours));
      for (const found of await Promise.all(runs.map(find)))
        expect(found, `ESIGN_TEST_SEED=${seed}`).toEqual(matching);
    }
  };
  // Each change once between two finds, before chance decides
  await steps.create();
  for (const step of [() => steps.add(ASHA), () => steps.add(RAVI), steps.send, steps.sign]) {
    await step();
    await check(TELLING);
  }
  const names = ['create', 'add', 'add', 'send', 'sign'] as const;
  for (let count = 0; count < STEPS; count += 1) {
    await steps[pick(names) ?? 'create']();
    if (random() < 0.4) await check([pick(SOUGHT) ?? EVERYBODY]);
  }
  await check(SOUGHT);
  for (const [path, bytes] of await bytesBelow(folder)) {
    const text = bytes.toString('latin1');
    for (const secret of ['/sign/', 'http', ASHA.phone, RAVI.phone, ours.apiKey])
      expect(text, path).not.toContain(secret);
  }
});

test('a second run reads the list alone, and documents that have changed', async () => {
  const account = await service.account();
  const other = apiUser(service, account);
  const folder = await makeTestFolder();
  const { links } = await other.send(ASHA, RAVI);
  await other.createFor(RAVI);
  const asked = async () => {
    const context = findContext(folder, { baseUrl, apiKey: account.apiKey });
    expect(await findDocuments(EVERYBODY, context)).toHaveLength(2);
    return context.asked;
  };
  expect(await asked()).toEqual(['listDocuments', 'retrieveDocument', 'retrieveDocument']);
  expect(await asked()).toEqual(['listDocuments']);
  await signBy(service, links[0] ?? '');
  expect(await asked()).toEqual(['listDocuments', 'retrieveDocument']);
});

test('another key sees nothing of it, online or offline', async () => {
  const folder = await makeTestFolder();
  await user.createFor(ASHA);
  expect(await findDocuments(EVERYBODY, findContext(folder, ours))).not.toEqual([]);
  const { apiKey } = await service.account();
  const theirs = findContext(folder, { baseUrl, apiKey });
  expect(await findDocuments(EVERYBODY, theirs)).toEqual([]);
  expect((await findOffline(EVERYBODY, theirs.kept)).documents).toEqual([]);
  const { apiKey: third } = await service.account();
  const unread = findContext(folder, { baseUrl, apiKey: third });
  await expect(findOffline(EVERYBODY, unread.kept)).rejects.toMatchObject({
    code: 'no_index',
    exitCode: 5,
  });
});

test('offline says what was known, since when, and how many documents it cannot judge', async () => {
  const account = await service.account();
  const other = apiUser(service, account);
  const folder = await makeTestFolder();
  const { documentId, links } = await other.send(ASHA);
  const context = findContext(folder, { baseUrl, apiKey: account.apiKey });
  const before = Date.now();
  await findDocuments(EVERYBODY, context);
  await signBy(service, links[0] ?? '');
  const { kept } = findContext(folder, { baseUrl: 'http://127.0.0.1:9', apiKey: account.apiKey });
  await expect(findOffline(EVERYBODY, kept)).rejects.toMatchObject({ code: 'no_index' });
  const known = await findOffline(EVERYBODY, context.kept);
  expect(known.documents).toMatchObject([{ documentId, status: 'SENT' }]);
  expect(Date.parse(known.asOf ?? '')).toBeGreaterThanOrEqual(before);
  await findDocuments(wantedOf({ status: 'PENDING' }, 'asha'), context);
  expect(await findOffline(EVERYBODY, context.kept)).toMatchObject({
    documents: [],
    undecided: 1,
  });
});

test('without a cache nothing is written', async () => {
  const folder = await makeTestFolder();
  const context = findContext(folder, ours, { isKept: false, isCurrent: true });
  expect(await findDocuments(EVERYBODY, context)).not.toEqual([]);
  expect(await bytesBelow(join(folder))).toEqual(new Map());
});
