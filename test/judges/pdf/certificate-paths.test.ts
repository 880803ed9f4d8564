import { spawnSync } from 'node:child_process';
import type { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Chain } from '../../support/trust/chain-rows.ts';
import { CHAINS } from '../../support/trust/chain-table.ts';
import { NOW } from '../../support/trust/make-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'esign-paths-'));
afterAll(() => rmSync(folder, { recursive: true }));

function save(name: string, certificates: readonly X509Certificate[]): string {
  const path = join(folder, name);
  writeFileSync(path, certificates.map(String).join(''));
  return path;
}

function listArguments(crls: readonly Buffer[]): string[] {
  return crls.flatMap((crl) => {
    const path = join(folder, 'list.der');
    writeFileSync(path, crl);
    const pem = join(folder, 'list.pem');
    spawnSync('openssl', ['crl', '-inform', 'DER', '-in', path, '-out', pem]);
    return ['-crl_check', '-CRLfile', pem];
  });
}

/** What openssl says of a chain, at the same time, about no purpose. */
function opensslOn({ leaf, intermediates, roots, policies = [], crls = [] }: Chain) {
  const args = ['verify', '-no-CApath', '-no-CAstore', '-partial_chain', '-purpose', 'any'];
  args.push('-attime', String(NOW.getTime() / 1000), '-policy_check');
  args.push('-CAfile', save('roots.pem', roots));
  if (intermediates.length > 0) args.push('-untrusted', save('untrusted.pem', intermediates));
  if (policies.length > 0) args.push('-explicit_policy');
  for (const policy of policies) args.push('-policy', policy);
  args.push(...listArguments(crls), save('leaf.pem', [leaf]));
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return { accepts: status === 0, words: `${stdout}${stderr}` };
}

test.each(CHAINS)('openssl on $name', async ({ make, reason, openssl }) => {
  const { accepts, words } = opensslOn(await make());
  expect(accepts, words).toBe(reason === 'TRUSTED' || openssl !== undefined);
});

test('what openssl accepts and this program refuses is told with a reason', () => {
  const differing = CHAINS.filter(({ openssl }) => openssl !== undefined);
  expect(differing.map(({ name, openssl }) => `${name}: ${openssl}`)).toMatchSnapshot();
});
