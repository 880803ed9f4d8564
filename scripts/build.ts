import { rm } from 'node:fs/promises';
import { Command } from 'commander';
import { buildAssets } from './build/assets.ts';
import { buildCli } from './build/cli.ts';
import { buildClient } from './build/client.ts';
import { DIST } from './build/paths.ts';
import { writeSbom } from './build/sbom.ts';
import { buildSdk } from './build/sdk.ts';
import { buildService } from './build/service.ts';
import { buildTemplate } from './build/template.ts';
import { buildTesting } from './build/testing.ts';

/** Written anew by each build; assets are only updated. */
const PARTS = [
  'cli',
  'client',
  'esign.cdx.json',
  'man',
  'packages',
  'service',
  'testing',
  'types',
  'THIRD-PARTY-NOTICES',
];

/** Writes `dist/`: the command line, the service, the SDK, and the files they read. */
const program = new Command('build')
  .description('write dist/: the command line, the service, the SDK, and the files they read')
  .option('--assets', 'only what the service and its tests read')
  .action(async ({ assets }: { assets?: boolean }) => {
    for (const part of assets ? [] : PARTS)
      await rm(`${DIST}/${part}`, { recursive: true, force: true });
    const client = assets ? undefined : buildClient().then(buildSdk).then(buildTesting);
    await buildAssets();
    await buildTemplate();
    if (!assets) {
      await buildService();
      await buildCli();
    }
    await client;
    if (!assets) await writeSbom();
  });

await program.parseAsync();
