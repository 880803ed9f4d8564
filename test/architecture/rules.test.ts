import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { cruised } from './cruised.ts';
import rules from './rules.mjs';

const root = new URL('../../', import.meta.url).pathname;

/** A small repository of this layout, in which every import is allowed. */
const SKELETON: Readonly<Record<string, string>> = {
  'bin/run.ts': "import '../commands/docs/list.ts';\nimport '../commands/serve.ts';",
  'commands/docs/list.ts':
    "import { Command } from '@oclif/core';\nimport '../../src/cli/base-command.ts';",
  'commands/serve.ts':
    "import type { Service } from '../src/service/index.ts';\nawait import('../src/service/index.ts');\nawait import('../src/sandbox/index.ts');",
  'commands/verify.ts': "import '../src/pdf/verification/verify.ts';",
  'src/cli/base-command.ts':
    "import ora from 'ora';\nimport '../client/index.ts';\nimport type { Service } from '../service/index.ts';\nimport '../network/public-address.ts';",
  'src/client/index.ts':
    "import type { Document } from '../contract/document.ts';\nimport { ERRORS } from '../contract/errors.ts';",
  'src/contract/document.ts': "import { Type } from 'typebox';\nimport './limits.ts';",
  'src/contract/errors.ts': 'export const ERRORS = {};',
  'src/contract/limits.ts': "import { createHash } from 'node:crypto';",
  'src/contract/unsafe-characters.ts': 'export {};',
  'src/locks/lock-owner.ts': "import 'node:fs';",
  'src/network/public-address.ts': "import 'node:net';",
  'src/html/html.ts': 'export const html = String.raw;',
  'src/platform/crypto.ts': "export { createHash } from 'node:crypto';",
  'src/languages/languages.ts': 'export const LANGUAGES = [];',
  'src/pdf/verification/verify.ts':
    "import { PDF } from '@libpdf/core';\nimport * as pkijs from 'pkijs';\nimport '../../contract/unsafe-characters.ts';\nimport '../../platform/crypto.ts';",
  'src/service/index.ts': "import './start.ts';\nexport interface Service {}",
  'src/service/start.ts':
    "import './web/app.ts';\nimport './store/store.ts';\nimport './adapters/files/folder.ts';\nimport './webhooks/http-sender.adapter.ts';",
  'src/service/core/state.rules.ts':
    "import { createHash } from 'node:crypto';\nimport '../../contract/errors.ts';\nimport '../../languages/languages.ts';",
  'src/service/ports/files.ts': "import '../core/state.rules.ts';",
  'src/service/core/documents/send.ts':
    "import '../../ports/files.ts';\nimport type { Store } from '../../store/store.ts';\nimport '../../../pdf/verification/verify.ts';",
  'src/service/billing/credits.sql.ts':
    "import 'drizzle-orm';\nimport '../store/columns.ts';\nimport '../core/state.rules.ts';",
  'src/service/billing/credits.page.ts': "import '../web/kit/read-body.ts';",
  'src/service/billing/credits.routes.ts':
    "import 'fastify';\nimport './credits.page.ts';\nimport '../core/documents/send.ts';",
  'src/service/web/kit/read-body.ts': "import '../../core/state.rules.ts';",
  'src/service/web/app.ts':
    "import Fastify from 'fastify';\nimport '../billing/credits.routes.ts';\nimport '../../html/html.ts';",
  'src/service/store/columns.ts': "import 'drizzle-orm/pg-core';",
  'src/service/store/store.ts':
    "import pg from 'pg';\nimport '../ports/files.ts';\nimport '../billing/credits.sql.ts';\nimport '../../locks/lock-owner.ts';\nimport '../../network/public-address.ts';\nexport interface Store {}",
  'src/service/adapters/files/folder.ts': "import 'node:fs';\nimport '../../ports/files.ts';",
  'src/service/webhooks/http-sender.adapter.ts':
    "import 'node:http';\nimport '../core/state.rules.ts';\nimport '../../network/public-address.ts';",
  'src/testing/index.ts':
    "import '../client/index.ts';\nimport '../sandbox/control/control-client.ts';",
  'src/sandbox/control/control-client.ts': "import 'node:http';",
  'src/sandbox/index.ts': "import '../service/index.ts';\nimport Fastify from 'fastify';",
};

/** A rule, a file that breaks it, and the import that does so. */
const PLANTED: ReadonlyArray<readonly [rule: string, file: string, line: string]> = [
  ['contract-is-a-leaf', 'src/contract/a.ts', "import '../pdf/verification/verify.ts';"],
  ['contract-is-a-leaf', 'src/contract/b.ts', "import type { X } from '../client/index.ts';"],
  ['pdf-is-a-library', 'src/pdf/a.ts', "import '../contract/errors.ts';"],
  ['client-knows-the-contract', 'src/client/a.ts', "import '../pdf/verification/verify.ts';"],
  ['locks-are-a-leaf', 'src/locks/a.ts', "import '../contract/errors.ts';"],
  ['network-is-a-leaf', 'src/network/a.ts', "import '../contract/errors.ts';"],
  ['platform-is-a-leaf', 'src/platform/a.ts', "import '../contract/errors.ts';"],
  ['html-is-a-leaf', 'src/html/a.ts', "import '../contract/errors.ts';"],
  ['languages-are-a-leaf', 'src/languages/a.ts', "import '../html/html.ts';"],
  ['cli-uses-the-sdk', 'src/cli/a.ts', "import '../service/start.ts';"],
  ['cli-names-types', 'src/cli/b.ts', "await import('../service/index.ts');"],
  ['cli-names-types', 'src/cli/d.ts', "import '../sandbox/index.ts';"],
  ['service-knows-contract-and-pdf', 'src/service/a.ts', "import '../client/index.ts';"],
  ['sandbox-uses-the-face', 'src/sandbox/a.ts', "import '../service/core/state.rules.ts';"],
  ['testing-controls-a-sandbox', 'src/testing/a.ts', "import '../sandbox/index.ts';"],
  ['commands-are-thin', 'commands/a.ts', "import '../src/service/core/documents/send.ts';"],
  ['commands-are-thin', 'commands/b/c/d.ts', "await import('../../../src/service/start.ts');"],
  ['commands-stand-alone', 'commands/e.ts', "import './docs/list.ts';"],
  ['pdf-only-for-verify', 'commands/f.ts', "import '../src/pdf/verification/verify.ts';"],
  ['service-is-loaded-lazily', 'commands/g.ts', "import '../src/service/index.ts';"],
  ['service-is-loaded-lazily', 'commands/h.ts', "import { x } from '../src/sandbox/index.ts';"],
  ['rules-are-pure', 'src/service/core/a.rules.ts', "import '../ports/files.ts';"],
  ['rules-are-pure', 'src/service/billing/a.rules.ts', "import './credits.sql.ts';"],
  ['rules-have-no-packages', 'src/service/core/b.rules.ts', "import 'node:fs';"],
  ['rules-have-no-packages', 'src/service/members/c.rules.ts', "import { Type } from 'typebox';"],
  ['rules-have-no-packages', 'src/html/b.ts', "import 'node:fs';"],
  ['rules-have-no-packages', 'src/languages/b.ts', "import 'node:fs';"],
  ['ports-speak-rules', 'src/service/ports/b.ts', "import '../../html/html.ts';"],
  ['ports-speak-rules', 'src/service/ports/a.ts', "import '../core/documents/send.ts';"],
  ['use-cases-see-ports', 'src/service/core/a.ts', "import '../adapters/files/folder.ts';"],
  ['use-cases-see-ports', 'src/service/billing/a.ts', "import './credits.page.ts';"],
  ['use-cases-see-ports', 'src/service/webhooks/a.ts', "import './http-sender.adapter.ts';"],
  ['pages-call-use-cases', 'src/service/web/a.ts', "import '../adapters/files/folder.ts';"],
  ['pages-call-use-cases', 'src/service/web/b.ts', "import '../../pdf/verification/verify.ts';"],
  [
    'pages-call-use-cases',
    'src/service/billing/b.page.ts',
    "import '../../pdf/verification/verify.ts';",
  ],
  ['adapters-implement-ports', 'src/service/adapters/files/a.ts', "import '../../web/app.ts';"],
  [
    'adapters-implement-ports',
    'src/service/webhooks/a.adapter.ts',
    "import '../core/documents/send.ts';",
  ],
  ['adapters-stand-alone', 'src/service/adapters/files/b.ts', "import '../mail/smtp.ts';"],
  [
    'adapters-stand-alone',
    'src/service/billing/a.adapter.ts',
    "import '../webhooks/http-sender.adapter.ts';",
  ],
  ['store-speaks-rules', 'src/service/store/a.ts', "import '../core/documents/send.ts';"],
  ['store-speaks-rules', 'src/service/webhooks/b.sql.ts', "import '../core/documents/send.ts';"],
  ['store-is-handed-in', 'src/service/web/e.ts', "import '../store/store.ts';"],
  ['store-is-handed-in', 'src/service/billing/e.page.ts', "import './credits.sql.ts';"],
  ['store-is-handed-in', 'src/service/billing/f.ts', "import './credits.sql.ts';"],
  ['client-takes-types-only', 'src/client/b.ts', "import { D } from '../contract/document.ts';"],
  ['client-has-no-packages', 'src/client/c.ts', "import 'typebox';"],
  ['client-has-no-packages', 'src/client/d.ts', "await import('@electric-sql/pglite');"],
  ['plain-contract-stays-plain', 'src/contract/endpoints.ts', "import { Type } from 'typebox';"],
  [
    'plain-contract-imports-no-schema',
    'src/contract/webhooks/webhook-signature.ts',
    "import '../document.ts';",
  ],
  ['fastify-stays-in-pages', 'src/service/core/b.ts', "import 'fastify';"],
  ['fastify-stays-in-pages', 'src/cli/e.ts', "import '@fastify/multipart';"],
  ['sql-stays-in-the-store', 'src/service/core/c.ts', "import 'pg';"],
  ['sql-stays-in-the-store', 'src/sandbox/b.ts', "import 'drizzle-orm';"],
  ['pdf-libraries-stay-in-pdf', 'src/service/core/d.ts', "import '@libpdf/core';"],
  ['certificates-stay-apart', 'src/service/web/c.ts', "import 'pkijs';"],
  ['xml-stays-in-the-gateway', 'src/service/core/e.ts', "import 'xml-crypto';"],
  ['s3-in-its-adapter', 'src/service/adapters/files/s.ts', "import '@aws-sdk/client-s3';"],
  ['mail-stays-in-its-adapter', 'src/service/core/m.ts', "import 'nodemailer';"],
  ['mail-stays-in-its-adapter', 'src/service/core/n.ts', "import 'postal-mime';"],
  ['sign-in-is-lazy', 'src/service/core/l.ts', "import '@simplewebauthn/server';"],
  ['sign-in-is-lazy', 'src/service/members/sign-in/l.adapter.ts', "import 'openid-client';"],
  ['toml-in-config', 'src/service/core/t.ts', "import 'smol-toml';"],
  ['png-in-one-file', 'src/service/web/p.ts', "import 'pngjs';"],
  ['oclif-stays-in-the-cli', 'src/client/e.ts', "import '@oclif/core';"],
  ['terminal-stays-in-the-cli', 'src/service/web/d.ts', "import 'ora';"],
  ['undici-stays-behind-one-file', 'src/cli/f.ts', "import 'undici';"],
  ['undici-stays-behind-one-file', 'src/service/webhooks/c.adapter.ts', "import 'undici';"],
  ['mcp-in-one-file', 'src/cli/c.ts', "import '@modelcontextprotocol/sdk/types.js';"],
  ['no-circular', 'src/pdf/b.ts', "import './c.ts';"],
  ['no-orphans', 'src/pdf/d.ts', 'export const alone = true;'],
  ['not-to-test', 'src/pdf/e.ts', "import '../../test/support/a.ts';"],
  ['not-to-unresolvable', 'src/pdf/f.ts', "import './missing.ts';"],
  ['not-to-unresolvable', 'src/pdf/g.ts', "import 'no-such-package-anywhere';"],
];

/** What some of the planted imports lead to. */
const BESIDE = {
  'test/support/a.ts': 'export {};',
  'src/pdf/c.ts': "import './b.ts';",
  'src/service/adapters/mail/smtp.ts': 'export {};',
};

async function repositoryOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-rules-'));
  onTestFinished(() => removeFolder(folder));
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    await symlink(join(root, name), join(folder, name));
  for (const [name, source] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), `${source}\n`);
  }
  return folder;
}

test('what the design allows is allowed', async () => {
  const { modules, violations } = await cruised(await repositoryOf(SKELETON));
  expect(violations).toEqual([]);
  expect([...modules].sort()).toEqual(Object.keys(SKELETON).sort());
});

test('every planted violation is caught by its rule, and nothing else is', async () => {
  const planted = Object.fromEntries(PLANTED.map(([, file, line]) => [file, line]));
  const { violations } = await cruised(await repositoryOf({ ...SKELETON, ...BESIDE, ...planted }));
  const caught = new Set(violations.map(({ rule, from }) => `${rule}: ${from}`));
  expect(PLANTED.filter(([rule, file]) => !caught.has(`${rule}: ${file}`))).toEqual([]);
  expect(violations.filter(({ from }) => !(from in planted))).toEqual([]);
});

test('each rule has a violation planted for it, and says why it is there', () => {
  const names = rules.forbidden.map(({ name }) => name);
  expect([...new Set(PLANTED.map(([rule]) => rule))].sort()).toEqual([...names].sort());
  expect(rules.forbidden.filter(({ comment }) => !comment)).toEqual([]);
});

test('each file of a room is a use case, or its suffix says what it may import', async () => {
  const rooms = ['core', 'billing', 'webhooks', 'members'].map(
    (room) => `${root}src/service/${room}`,
  );
  const names = (await Promise.all(rooms.map((room) => readdir(room, { recursive: true })))).flat();
  const files = names.filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(rooms.length);
  const known = /(^|\/)[a-z0-9-]+(\.(rules|sql|page|routes|adapter|d))?\.ts$/;
  expect(files.filter((name) => !known.test(name))).toEqual([]);
});
