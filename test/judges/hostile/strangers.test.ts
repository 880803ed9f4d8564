import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import { senderOf } from '../../support/deployment/a-sender.ts';
import type { ServeWorld as World } from '../../support/deployment/serve-world.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { mainThreadMs } from '../../support/hostile/main-thread.ts';
import { onConnection } from '../../support/store/postgres.ts';

const OWNER = 'owner@example.in';
const REFUSED = '/gateway/return?problem=refused_answer';
const STRANGER = 'stranger@example.in';
/** Most milliseconds of a process's event loop that one answer may take. */
const MOST_BLOCKED_MS = 250;

/** A deployment of two processes, with an account. */
async function twoProcesses({
  credits = 10,
  env = {},
}: {
  credits?: number;
  env?: Record<string, string>;
} = {}) {
  const world = await openInstallation();
  const processes = [await world.serve(env), await world.serve(env)] as const;
  const { accountId, apiKey } = await world.addAccount(credits);
  return { ...world, processes, accountId, sender: senderOf(world.publicUrl, apiKey) };
}

/** Sends the fixture to a signer; their link, and the transaction once they left for the authority. */
async function leaveFor({
  sender,
  publicUrl,
  authority,
}: Awaited<ReturnType<typeof twoProcesses>>) {
  const { links, signers } = await sender.send();
  const [link = ''] = links;
  const body = new URLSearchParams({
    consent: 'yes',
    read: 'pages',
    language: 'en',
    gateway: 'test',
  });
  const left = await fetch(link, { method: 'POST', body });
  const { fields = {} } = readPage(await left.text(), publicUrl).forms[0] ?? {};
  const session = await authority.authority.open(fields);
  return { signerId: signers[0]?.signerId ?? '', link, session, txn: session.request.txn };
}

/** An answer that is as wide as fits, with a signature of the right form that nobody made. */
function wideAnswer(txn: string): URLSearchParams {
  const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI=""><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference></SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>`;
  return new URLSearchParams({
    msg: `<EsignResp txn="${txn}">${'<a/>'.repeat(20_000)}${signature}</EsignResp>`,
  });
}

const post = (url: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' });

test('answers that nobody signed hold up no process, and what two of them died at is set aside', async () => {
  const world = await twoProcesses();
  const { link, txn } = await leaveFor(world);
  for (const { line } of world.processes) {
    for (const address of ['/gateway/return', `/gateway/return?txn=${txn}`]) {
      const before = mainThreadMs(line.pid);
      const { status, headers } = await post(`${line.url}${address}`, wideAnswer(txn));
      expect([status, headers.get('location')]).toEqual([303, REFUSED]);
      expect(mainThreadMs(line.pid) - before).toBeLessThan(MOST_BLOCKED_MS);
    }
  }

  const { txn: poisoned } = await leaveFor(world);
  await onConnection(world.databaseUrl, (client) =>
    client.query(
      `UPDATE signature_attempts SET arrived = $2, arrived_at = now(), judgings = 2, resume_at = now(),
        arrived_from = '{"actor":"authority","ip":null,"userAgent":null,"requestId":null}' WHERE txn = $1`,
      [poisoned, Buffer.from('{"msg":"<EsignResp/>"}')],
    ),
  );
  const reasons = async () =>
    await onConnection(world.databaseUrl, async (client) => {
      const sql = `SELECT data->>'reason' AS reason FROM audit_entries WHERE data->>'txn' = $1`;
      const { rows } = await client.query(sql, [poisoned]);
      return rows.map(({ reason }) => reason);
    });
  await expect.poll(reasons, { timeout: 30_000 }).toContain('unreadable_answer');
  expect((await world.admin('check')).stdout).toContain(poisoned);
  expect((await fetch(link)).status).toBe(200);
});

test('an old answer does not lead to a link that was renewed since', async () => {
  const world = await twoProcesses();
  const { link, session, signerId } = await leaveFor(world);
  await world.authority.authority.cancel(session);
  if (session.stage.at !== 'done') throw new Error('The authority did not answer.');
  const address = `${world.publicUrl}/gateway/return?txn=${session.request.txn}`;
  const answer = new URLSearchParams({ msg: session.stage.answer });
  expect((await post(address, answer)).status).toBe(303);
  await onConnection(world.databaseUrl, (client) =>
    client.query('UPDATE signers SET link_generation = 1 WHERE signer_id = $1', [signerId]),
  );
  const again = await post(address, answer);
  const leadsTo = new URL(again.headers.get('location') ?? '', world.publicUrl);
  expect(
    leadsTo.pathname === new URL(link).pathname || !leadsTo.pathname.startsWith('/sign/'),
  ).toBe(true);
  const page = await fetch(leadsTo);
  expect(await page.text()).not.toMatch(/\/sign\/[\w-]+\.[\w-]+/);
});

/** Mails that the deployment has sent to an address. */
const mailsTo = ({ smtp }: World, address: string) =>
  smtp.taken.filter(({ envelopeTo }) => envelopeTo.includes(address));

/** A member's browser, signed in by a mailed link. */
async function signIn(world: World, accountId: string) {
  const { publicUrl } = world;
  await world.admin('member', 'add', accountId, OWNER, '--role', 'owner');
  const jar = new Map<string, string>();
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: publicUrl, cookie };
    const answer = await post(new URL(path, publicUrl).href, new URLSearchParams(fields), headers);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  await send('/dashboard/sign-in', { email: OWNER });
  await expect.poll(() => mailsTo(world, OWNER).length).toBe(1);
  const { text = '' } = await PostalMime.parse(mailsTo(world, OWNER)[0]?.source ?? '');
  const [path = ''] = /\/dashboard\/sign-in\/[\w.-]+/.exec(text) ?? [];
  await send(path);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const me = await fetch(`${publicUrl}/dashboard/me`, { headers: { cookie: cookie() } });
  const [, key = ''] = /name="form_key" value="([\w-]+)"/.exec(await me.text()) ?? [];
  return { send: (path: string, fields = {}) => send(path, { form_key: key, ...fields }) };
}

test('strangers neither lock a member out, nor have anybody flooded with mails', async () => {
  const world = await twoProcesses();
  const browser = await signIn(world, world.accountId);
  for (let asker = 1; asker <= 12; asker += 1) {
    await post(`${world.publicUrl}/dashboard/sign-in`, new URLSearchParams({ email: OWNER }), {
      origin: world.publicUrl,
      'x-forwarded-for': `203.0.113.${asker}`,
    });
  }
  const byStrangers = async () => {
    await pause(3000);
    return mailsTo(world, OWNER).length - 1;
  };
  const flooded = await byStrangers();
  expect(flooded).toBeLessThanOrEqual(5);
  await browser.send('/dashboard/confirm');
  await expect.poll(() => mailsTo(world, OWNER).length).toBe(flooded + 2);
  await browser.send('/dashboard/sign-in', { email: OWNER });
  await expect.poll(() => mailsTo(world, OWNER).length).toBe(flooded + 3);

  for (let count = 0; count < 12; count += 1) {
    await browser.send('/dashboard/members', { email: STRANGER, role: 'support' });
  }
  await expect.poll(() => mailsTo(world, STRANGER).length).toBe(5);
  await pause(2000);
  expect(mailsTo(world, STRANGER)).toHaveLength(5);
});

test('an account without credits keeps 25 drafts, and one with credits as many as the settings say', async () => {
  const world = await twoProcesses({ credits: 0, env: { ESIGN_LIMITS_DRAFTS: '30' } });
  const drafts = async (most: number) => {
    for (let count = 0; count < most; count += 1) await world.sender.create();
  };
  await drafts(25);
  await expect(drafts(1)).rejects.toThrow(/25/);
  await world.admin('credits', 'grant', world.accountId, '1');
  await drafts(5);
  await expect(drafts(1)).rejects.toThrow(/30/);
});
