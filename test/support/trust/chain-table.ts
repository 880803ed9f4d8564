import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { Chain, Row } from './chain-rows.ts';
import { chainOf, parts, refusedByUs, row, three } from './chain-rows.ts';
import { CONSTRAINED } from './constrained-chains.ts';
import { certify, days, keysOf, revocationList } from './make-chain.ts';

async function deep(authorities: number): Promise<Chain> {
  const root = await certify('Root', null);
  const made = [root];
  for (let level = 0; level < authorities; level++) {
    made.push(await certify(`Authority ${level}`, made.at(-1) ?? root));
  }
  const leaf = await certify('Asha Rao', made.at(-1) ?? root, {}, false);
  const intermediates = made.slice(1).map(({ certificate }) => certificate);
  return { leaf: leaf.certificate, intermediates, roots: [root.certificate] };
}

const unknown = (critical: boolean) =>
  new x509.Extension('1.2.3.4.5', critical, Buffer.from([0x05, 0x00]));

async function good(kind: Parameters<typeof keysOf>[0], hash = 'SHA-256'): Promise<Chain> {
  const [root, sub, leaf] = await Promise.all([keysOf(kind), keysOf(kind), keysOf(kind)]);
  return await three({
    root: { keys: root, hash },
    sub: { keys: sub, hash },
    leaf: { keys: leaf, hash },
  })();
}

async function crossSigned(): Promise<Chain> {
  const { root, sub, leaf } = await parts({ sub: { to: days(-1) } });
  const other = await certify('Other Root', null);
  const again = await certify('Authority', other, { keys: sub.keys });
  return {
    leaf: leaf.certificate,
    intermediates: [sub.certificate, again.certificate],
    roots: [root.certificate, other.certificate],
  };
}

async function withList(isRevoked: boolean, isForeign = false): Promise<Chain> {
  const made = await parts({});
  const { sub, leaf } = made;
  const signer = isForeign ? { ...sub, keys: await keysOf('P-256') } : sub;
  const crl = await revocationList(signer, isRevoked ? { revoked: leaf.certificate } : {});
  return { ...chainOf(made), crls: [crl] };
}

async function otherStringType(): Promise<Chain> {
  const named = (kind: 'printableString' | 'utf8String') =>
    new x509.Name([{ CN: [{ [kind]: 'Authority' }] }]);
  const made = await parts({ sub: { subject: named('utf8String') } });
  const twin = await certify('Authority', made.root, {
    keys: made.sub.keys,
    subject: named('printableString'),
  });
  return { ...chainOf(made), intermediates: [twin.certificate] };
}

/** Chains with their answers. `openssl` says why openssl accepts what is refused here. */
export const CHAINS: readonly Row[] = [
  row('a good chain', 'TRUSTED', three({})),
  row('RSA', 'TRUSTED', () => good('RSA')),
  row('RSA-PSS', 'TRUSTED', () => good('RSA-PSS')),
  row('P-384 with SHA-384', 'TRUSTED', () => good('P-384', 'SHA-384')),
  row('P-521 with SHA-512', 'TRUSTED', () => good('P-521', 'SHA-512')),
  row('Ed25519', 'TRUSTED', () => good('Ed25519')),
  row('six certificates', 'TRUSTED', () => deep(4)),
  row('seven certificates', 'TOO_DEEP', () => deep(5), refusedByUs('it has no limit of six')),
  row('a second way around an expired authority', 'TRUSTED', crossSigned),
  row('an authority that is itself trusted', 'TRUSTED', async () => {
    const chain = await three({})();
    return { ...chain, intermediates: [], roots: chain.intermediates };
  }),
  row('no root', 'NO_ROOT', three({ rest: { roots: [] } })),
  row('a missing authority', 'NO_ISSUER', three({ rest: { intermediates: [] } })),
  row('another root of the same name', 'NO_ISSUER', async () => {
    const { certificate } = await certify('Root', null);
    return { ...(await three({})()), roots: [certificate] };
  }),
  row('a self-signed certificate', 'NO_ISSUER', async () => {
    const { certificate } = await certify('Asha Rao', null, {}, false);
    return { ...(await three({})()), leaf: certificate };
  }),
  row(
    "an issuer's name in another string type",
    'NO_ISSUER',
    otherStringType,
    refusedByUs('it compares names by their letters, this program by their bytes'),
  ),
  row('a certificate signed by another key', 'SIGNATURE', async () => {
    const signedBy = await certify('Authority', null);
    return await three({ leaf: { signedBy } })();
  }),
  row(
    'SHA-1',
    'ALGORITHM',
    three({ leaf: { hash: 'SHA-1' } }),
    refusedByUs('its default level accepts SHA-1'),
  ),
  row("SHA-1 in the root's own signature", 'TRUSTED', three({ root: { hash: 'SHA-1' } })),
  row(
    'RSA of 1024 bits',
    'KEY',
    async () => await three({ leaf: { keys: await keysOf('RSA-1024') } })(),
    refusedByUs('its default level accepts short keys'),
  ),
  row('an expired certificate', 'CERT_TIME', three({ leaf: { to: days(-1) } })),
  row('a certificate of tomorrow', 'CERT_TIME', three({ leaf: { from: days(1) } })),
  row('an expired authority', 'CERT_TIME', three({ sub: { to: days(-1) } })),
  row('an expired root', 'CERT_TIME', three({ root: { to: days(-1) } })),
  row('an issuer that is no authority', 'NOT_A_CA', three({ sub: { ca: false } })),
  row('an issuer without basicConstraints', 'NOT_A_CA', three({ sub: { ca: null, usage: null } })),
  row(
    'an authority that may not issue',
    'NO_CERT_SIGN',
    three({ sub: { usage: x509.KeyUsageFlags.cRLSign } }),
  ),
  row(
    'an authority below a path length of zero',
    'PATH_LENGTH',
    three({ root: { pathLength: 0 } }),
  ),
  row(
    'a path length that suffices',
    'TRUSTED',
    three({ root: { pathLength: 1 }, sub: { pathLength: 0 } }),
  ),
  row(
    'an unknown critical extension',
    'CRITICAL_EXTENSION',
    three({ leaf: { extra: [unknown(true)] } }),
  ),
  row(
    'an authority with an unknown critical extension',
    'CRITICAL_EXTENSION',
    three({ sub: { extra: [unknown(true)] } }),
  ),
  row('an unknown extension', 'TRUSTED', three({ leaf: { extra: [unknown(false)] } })),
  ...CONSTRAINED,
  row('a list that does not name the certificate', 'TRUSTED', () => withList(false)),
  row('a revoked certificate', 'REVOKED', () => withList(true)),
];
