import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  readonly licenses: readonly unknown[];
}

const installed = await installPackage(['esign'], ['--omit=optional']);
afterAll(() => removeFolder(installed.folder));
const dist = join(installed.folder, 'node_modules/esign/dist');
const text = await readFile(join(dist, 'esign.cdx.json'), 'utf8');
const { components }: { components: readonly Component[] } = JSON.parse(text);

/** Name, version and licence of each package with a notice. */
async function noticed(): Promise<string[]> {
  const notices = await readFile(join(dist, 'THIRD-PARTY-NOTICES'), 'utf8');
  return [...notices.matchAll(/^---- (\S+) (\S+) \((.*)\)$/gm)].map((found) =>
    found.slice(1).join(' '),
  );
}

function licenceOf({ licenses }: Component): string | undefined {
  const [id] = JSON.stringify(licenses).match(/(?<="(?:id|expression|name)":")[^"]*/) ?? [];
  return id?.replace('see THIRD-PARTY-NOTICES', 'see below');
}

test('the list names each bundled package once, with its version and its licence', async () => {
  const listed = components.map((one) => `${one.name} ${one.version} ${licenceOf(one)}`);
  expect(listed.length).toBeGreaterThan(100);
  expect([...listed].sort()).toEqual([...new Set(await noticed())].sort());
});

test('the packages that the files of the command line begin with are in the list', async () => {
  const files = (await readdir(join(dist, 'cli'))).filter((name) => name.endsWith('.cjs'));
  const lines = await Promise.all(
    files.map(async (name) => (await readFile(join(dist, 'cli', name), 'utf8')).split('\n', 1)),
  );
  const used = new Set(lines.flatMap(([line = '']) => line.split(' ').slice(1)));
  for (const own of ['', 'esign']) used.delete(own);
  expect(used.size).toBeGreaterThan(10);
  const names = components.map(({ name }) => name);
  expect([...used].filter((name) => !names.includes(name))).toEqual([]);
});

test('no part is called optional, or has another address than in the registry', () => {
  expect(components.filter(({ scope }) => scope !== 'required')).toEqual([]);
  const expected = components.map(
    ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
  );
  expect(components.map(({ purl }) => purl)).toEqual(expected);
});

const VALIDATE = `
import { readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
const text = readFileSync(process.argv[2], 'utf8');
const broken = text.replace('"type":"library"', '"type":"book"');
for (const one of [text, broken]) console.log(JSON.stringify(await validator.validate(one))?.slice(0, 500));
`;

test("it is valid by CycloneDX's own schema, which refuses a broken one", async () => {
  const validator = ['@cyclonedx/cyclonedx-library@10.3.0', 'ajv@8.20.0', 'ajv-formats@3.0.1'];
  const formats = 'ajv-formats-draft2019@1.6.1';
  await installed.run('npm', ['install', '--omit=optional', '--no-audit', ...validator, formats]);
  const script = await installed.write('validate.mjs', VALIDATE);
  const path = join(dist, 'esign.cdx.json');
  const said = (await installed.run(process.execPath, [script, path])).split('\n');
  expect(said).toEqual(['null', expect.stringContaining('/metadata/component/type'), '']);
});
