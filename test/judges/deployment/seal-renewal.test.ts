import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder, runEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { aCompletedDocument, senderOf } from '../../support/deployment/a-sender.ts';
import type { ServeWorld as World } from '../../support/deployment/serve-world.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

/** Puts a renewed seal before the one in use. Returns its certificate. */
async function renewSeal({ config }: World): Promise<string> {
  const authority = await testAuthority();
  const { certificate, privateKey, chain } = await authority.issue('TEST Renewed seal');
  const put = (name: string, text: string) => writePrivate(join(dirname(config), name), text);
  await put('renewed.pem', certificate.toString());
  await put('renewed.key', String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  await put('renewed-chain.pem', [...chain, authority.root].join(''));
  const text = await readFile(config, 'utf8');
  const table =
    '[[seals]]\ncertificate = "renewed.pem"\nkey = "renewed.key"\nchain = "renewed-chain.pem"\n';
  await writePrivate(config, text.replace('[[seals]]', `${table}[[seals]]`));
  return certificate.toString();
}

test('a seal is renewed process by process, and certificates of both verify', async () => {
  const world = await openInstallation();
  const before = await world.serve();
  const { apiKey, documentId } = await aCompletedDocument(world);
  const renewed = await renewSeal(world);
  const checked = await runEsign(['serve', '--config', world.config, '--check']);
  expect(checked.stdout).toContain('sealed by TEST Renewed seal, with its chain');
  expect(checked.stdout).toContain('not in use: TEST Electronic Signature Service, valid from');
  const after = await world.serve();

  const folder = await makeTestFolder({ 'renewed.pem': renewed });
  const files: string[] = [];
  for (const [name, { line }] of Object.entries({ before, after })) {
    const { documents } = senderOf(line.url, apiKey);
    files.push(join(folder, `${name}.pdf`));
    await (await documents.certificate(documentId)).toFile(join(folder, `${name}.pdf`));
  }
  const former = join(dirname(world.config), 'seal.pem');
  const seals = { before: former, after: join(folder, 'renewed.pem') };
  const root = join(folder, 'root.pem');
  await writeFile(root, await readFile(join(dirname(world.config), 'test/roots.pem')));
  const verify = (pdfs: readonly string[], pins: readonly string[]) =>
    runEsign([
      'verify',
      ...pdfs,
      '--root',
      root,
      ...pins.flatMap((pin) => ['--service-cert', pin]),
    ]);
  expect(await verify(files, Object.values(seals))).toMatchObject({ code: 0 });
  expect(await verify(files.slice(0, 1), [seals.before])).toMatchObject({ code: 0 });
  expect(await verify(files.slice(1), [seals.after])).toMatchObject({ code: 0 });
  expect(await verify(files.slice(1), [seals.before])).toMatchObject({ code: 10 });
});
