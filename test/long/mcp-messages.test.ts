import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { place } = office;
const { apiKey } = office.running.sandbox;
await mkdir(office.path('contracts'));

const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const HELLO = message(1, 'initialize', {
  ...{ protocolVersion: '2025-06-18', capabilities: {} },
  clientInfo: { name: 'test', version: '1' },
});

test('stdout has the messages of the protocol alone, and all that was asked is answered at the end', async () => {
  const list = (id: number) => message(id, 'tools/call', { name: 'list_documents', arguments: {} });
  const input = `${HELLO}no JSON\n\n{"jsonrpc":"1.0"}\n${list(2)}${list(3)}`;
  const { code, stdout, stderr } = await place.feed(input, 'mcp', '--debug', '--json');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const answers = lines.map((line) => JSON.parse(line));
  expect(answers.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0']);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(answers.find(({ id }) => id === 3).result.structuredContent).toHaveProperty('documents');
  expect(stderr).toContain('/api/v1/documents');
  expect(`${stdout}${stderr}`).not.toContain(apiKey);
});

test('what is refused at the start is said on stderr', async () => {
  const env = { ESIGN_API_KEY: apiKey };
  const refused = await place.runWith(env, 'mcp', '--root', 'contracts', '--allow-send');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('--allow-send needs the profile of a sandbox');
  const rootless = await place.run('mcp', '--allow-send');
  expect(rootless).toMatchObject({ code: 2, stdout: '' });
});

test('SIGTERM ends it with 143', async () => {
  const started = place.start('mcp');
  started.child.stdin?.write(HELLO);
  await started.lines.next();
  expect(await started.stop('SIGTERM')).toBe(143);
});
