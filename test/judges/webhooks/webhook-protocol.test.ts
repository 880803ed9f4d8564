import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sharedFixture } from '../../support/client/shared-fixture.ts';
import type { WebhookCase } from '../../support/client/shared-webhooks.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const path = fileURLToPath(new URL('../../../docs/webhooks.md', import.meta.url));
const page = await readFile(path, 'utf8');

const NAME = 'the worked example of the guide';
const example = sharedFixture<WebhookCase[]>('webhooks').find(({ name }) => name === NAME);
const BODY = Buffer.from(example?.bodyHex ?? '', 'hex');
const SECRET = String(example?.secrets);
const [, SIGNATURE = ''] = /^X-Service-Signature: (sha256=[0-9a-f]{64})$/m.exec(page) ?? [];

const folder = await mkdtemp(join(tmpdir(), 'esign-protocol-'));
afterAll(() => removeFolder(folder));

/** The programs of the page, each with the name of its file. */
const programs = [...page.matchAll(/^```\w+ (verify\.\w+)\n(.*?)^```$/gims)];
for (const [, name = '', code = ''] of programs) await writeFile(join(folder, name), code);

/** For each language its file, the command that compiles it, and the one that runs it. */
const LANGUAGES = [
  ['Node', 'verify.mjs', [], [process.execPath, 'verify.mjs']],
  ['Python', 'verify.py', [], ['/usr/bin/python3', 'verify.py']],
  ['PHP', 'verify.php', [], ['php', 'verify.php']],
  ['Java', 'Verify.java', ['javac', 'Verify.java'], ['java', 'Verify']],
  ['Go', 'verify.go', ['go', 'build', '-o', 'verify', 'verify.go'], ['./verify']],
] as const;

function run([command, ...args]: readonly string[], env: NodeJS.ProcessEnv, input?: Buffer) {
  const ended = spawnSync(command ?? '', args, { cwd: folder, env, input });
  return { status: ended.status, said: String(ended.error ?? ended.stderr) };
}

const signed = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const changed = Buffer.from(BODY.toString().replace('COMPLETED', 'COMPLETEE'));
const binary = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]);
const upper = `sha256=${SIGNATURE.slice('sha256='.length).toUpperCase()}`;

/** What a delivery is, its body, the arguments, the secret, and how a program that checks it ends. */
const DELIVERIES: readonly (readonly [
  string,
  Buffer,
  readonly string[],
  string | undefined,
  0 | 1,
])[] = [
  ['the worked example', BODY, [SIGNATURE], SECRET, 0],
  ['bytes that are no text', binary, [signed(binary, SECRET)], SECRET, 0],
  ['an empty body', Buffer.alloc(0), [signed(Buffer.alloc(0), SECRET)], SECRET, 0],
  ['a changed byte', changed, [SIGNATURE], SECRET, 1],
  ['a wrong secret', BODY, [SIGNATURE], `${SECRET}x`, 1],
  ['upper-case hex', BODY, [upper], SECRET, 1],
  ['a cut digest', BODY, [SIGNATURE.slice(0, -1)], SECRET, 1],
  ['letters that are not ASCII', BODY, [`sha256=${'é'.repeat(64)}`], SECRET, 1],
  ['no signature', BODY, [], SECRET, 1],
  ['an empty secret', BODY, [signed(BODY, '')], '', 1],
  ['no secret', BODY, [signed(BODY, '')], undefined, 1],
];

test('the page shows the worked example that both SDKs verify', () => {
  const [, secret, bytes, body] =
    /The secret is `(\w+)`, and the body these (\d+) bytes.*?^```text\n(.*?)\n```$/ms.exec(page) ??
    [];
  expect({ secret, bytes, body }).toEqual({
    secret: SECRET,
    bytes: `${BODY.length}`,
    body: BODY.toString(),
  });
  expect(example?.headers).toMatchObject({ 'X-Service-Signature': SIGNATURE });
});

test('the page has the programs that are run here, and no other', () => {
  expect(programs.map(([, name]) => name)).toEqual(LANGUAGES.map(([, name]) => name));
});

test.each(LANGUAGES)(
  '%s accepts what is genuine, and nothing else',
  (_language, _file, build, command) => {
    const { ESIGN_WEBHOOK_SECRET: _, ...env } = process.env;
    if (build.length > 0) {
      const built = run(build, { ...env, GOCACHE: join(folder, 'go'), GO111MODULE: 'off' });
      expect(built, built.said).toMatchObject({ status: 0 });
    }
    const ended = DELIVERIES.map(([what, body, args, secret]) => {
      const given = secret === undefined ? {} : { ESIGN_WEBHOOK_SECRET: secret };
      return [what, run([...command, ...args], { ...env, ...given }, body).status];
    });
    expect(ended).toEqual(DELIVERIES.map(([what, , , , status]) => [what, status]));
  },
);
