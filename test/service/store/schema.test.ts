import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as accounts from '../../../src/service/store/schema/accounts.tables.ts';
import * as auditEntries from '../../../src/service/store/schema/audit-entries.tables.ts';
import * as documents from '../../../src/service/store/schema/documents.tables.ts';
import * as installation from '../../../src/service/store/schema/installation.tables.ts';
import * as invoices from '../../../src/service/store/schema/invoices.tables.ts';
import * as members from '../../../src/service/store/schema/members.tables.ts';
import * as orders from '../../../src/service/store/schema/orders.tables.ts';
import * as outbox from '../../../src/service/store/schema/outbox.tables.ts';
import { MIGRATIONS } from '../../support/store/database.ts';

const SCHEMA = {
  ...accounts,
  ...auditEntries,
  ...documents,
  ...installation,
  ...invoices,
  ...members,
  ...orders,
  ...outbox,
};

test('the migrations make the schema that the code has, of which one snapshot is kept', async () => {
  const meta = new URL('meta/', MIGRATIONS);
  const snapshots = (await readdir(meta)).filter((name) => name.endsWith('_snapshot.json'));
  expect(snapshots).toHaveLength(1);
  const before = JSON.parse(await readFile(new URL(snapshots[0] ?? '', meta), 'utf8'));
  expect(await generateMigration(before, generateDrizzleJson(SCHEMA, before.id))).toEqual([]);
});

/** SHA-256 of each migration that has landed: it is never edited again, another one is added. */
const LANDED: Readonly<Record<string, string>> = {
  '0001_names.sql': '54975930a2f87c186d9fa5a70dbbf1b1487a5fb887b3a64deeb9aef7da0234f3',
  '0000_schema.sql': '250eacd4a82493f133eb122486e311622a9716fcc05af1537ab41d264db74b10',
  '0003_downloads.sql': 'efce40a9b65a92f7a446870009ee218e80b553636153fb8d4927ddbeed1d94a6',
  '0002_placements.sql': '8788c76291b82873e8298a577c012d92e587a813aead72ce1e8424863e2bfff2',
  '0004_senders.sql': 'c2700b2a25fb3c4a43a6c97950083315fca64dae1a4bceabf39cd23918c9ca25',
  '0006_resume.sql': 'e1b15c7ad55afb193c0cbeaa9839a5676ff857f6cd34f0ed561907a43d3fe3a1',
  '0008_limits.sql': 'ce63a6f7e1b39c4064d8065094330b17e64226cce4c48fdbbf0abfa844924725',
  '0005_personal.sql': '4458cb372b02d13023825d0a40cc67978d5dd6a2b3a66713a80c9ce10a73d702',
  '0009_gateways.sql': '5913105a6875cfd924c5fa7cfbff1deb25fb9940a4f7227b6ae7eefa199f11c1',
  '0010_bounces.sql': 'a7bed10f26a98e83088d19207314e6bfa20d26de4ffddf75de8b1c960912482e',
  '0011_retention.sql': '839cf5ff7c2713b943a940d58812cd5820eea533e6f353057d3055f354bef7b7',
  '0013_account_audit.sql': '1a870c5de510017b91fcd9f80e88148bcb672ab8ca75d305355f1079f48eab29',
  '0014_search.sql': '46b256aa26a84b853b7c64fb6a6f46be0bba35c47d887ad87e22c35cbbe85a5d',
  '0012_members.sql': '2cf7241db6ea1220176e715fdbebf7149cb2046f082ad62e33d6a4020d915b60',
  '0015_billing.sql': '56866c2654c5e203cb372df35bcf994a7f92fe4c6072e5e9d5a827e1fdbe7d16',
  '0016_keys_and_requests.sql': 'ca0825e9f256a65bb7772aee11b9f746efd443b18be5fe94d0bcc9e087f808e5',
  '0019_branding.sql': '4821bef9205bb7ccf75523ee05c1125182c344fd33e6d6228ffb16e2c02cb563',
  '0007_installation.sql': '8abff03a91cad5d9744cd87dfa00ef9b5a2ab2510b9c3226f3532a91bdd2b887',
  '0017_passkeys.sql': '4f24161ccd56b8f24be3ef5489f6bb0c871dbe87bc84eb692f2d5498f30664e0',
  '0018_mandates.sql': '5c60a678a2335edfe661d951e9546379abaf3f90f91d6c98335aaa939666882d',
  '0020_bounds.sql': 'f4fb2b6ed49690a7660433c42ea0709980a19e9be034a76cee51c6fee0f4bcfa',
  '0021_renewal.sql': '499ba560b824480b8fa32fb34b920fda9fc1af10be01ae0c6aec60e180f3c6b3',
  '0023_webhook_events.sql': 'e835c05ceb6ea730b176e5206ac305741e0f3bfe26be499c7581bb3f178120a5',
  '0022_external_ids.sql': '86cdc39389c7be43621003e8a4683627758448fbb33630ff6f379c1a430400af',
  '0024_drafts.sql': 'd06228e68d5622260a167646cda75b013b54c34351b310b1a57ac7d90512c230',
  '0025_new_links.sql': 'add23c437f6ec9d00bfed66519c739331ee1944acced6930075f2312373837bf',
  '0026_draft_bytes.sql': '6025adb5a4e0186294e5b9184fae5091b0b2ad7adc69eb4a169a5bfc6dd5afc0',
  '0027_lock_document.sql': 'cbc1535f11989478981c6e56c901e2f0543875a170336519cab90f075e4a1b8d',
  '0028_return_addresses.sql': '20163e0d7fccd1e5cf5931427246d31fa414e5ca6601f492f90c2dcf728c7ec3',
};

test('no migration that has landed was edited, and each new one is listed here', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const hashes: Record<string, string> = {};
  for (const name of files) {
    const sql = await readFile(new URL(name, MIGRATIONS));
    hashes[name] = createHash('sha256').update(sql).digest('hex');
  }
  expect(hashes).toEqual(LANDED);
});

test('each migration in the journal has its file, and each file its place', async () => {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8'));
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => `${tag}.sql`);
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  expect(tags).toEqual(files);
});
