import { afterAll } from 'vitest';
import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import { temporaryFolder } from '../store/database.ts';
import { makeSigningWorld } from './make-signing-world.ts';
import { makeTestAuthority } from './test-authority.ts';

const OTHER = { authority: 'TEST Other Authority', identity: 'TEST identity' };

/** The parts of the use cases with two authorities, for all tests of a file. The other one differs in all that settings can tell. */
export async function makeTwoAuthorities() {
  const world = await makeSigningWorld();
  const folder = await temporaryFolder();
  const other = await makeTestAuthority(folder.path, world.clock, {
    ownKeys: true,
    gateway: {
      transport: 'cdac',
      responseSigType: 'pkcs7',
      reserve: 20_000,
      name: OTHER.authority,
      names: { en: OTHER, hi: OTHER },
    },
  });
  afterAll(folder.remove);
  let count = 0;
  /** Both gateways, under ids that nothing is known of yet. */
  const twoGateways = () => {
    count += 1;
    const one = { ...world.authority.gateway, id: `one-${count}` };
    const two = { ...other.gateway, id: `two-${count}` };
    const deps: ServiceDeps = { ...world.deps, gateways: [one, two] };
    return { one, two, deps };
  };
  return { world, other, folder: folder.path, twoGateways };
}
