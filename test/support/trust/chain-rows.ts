import type { X509Certificate } from 'node:crypto';
import type { Purpose } from '../../../src/pdf/trust/check-path.ts';
import type { Made, Wish } from './make-chain.ts';
import { certify } from './make-chain.ts';

/** A chain with the answer that it must get. */
export interface Chain {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
  readonly roots: readonly X509Certificate[];
  readonly purpose?: Purpose;
  readonly policies?: readonly string[];
  readonly crls?: readonly Buffer[];
}

/** A row: its name, the rule that refuses it or `TRUSTED`, how to make it, and why openssl answers otherwise. */
export interface Row {
  readonly name: string;
  readonly reason: string;
  readonly make: () => Promise<Chain>;
  readonly openssl?: string;
}

/** What is unlike a good chain. */
export interface Wishes {
  readonly root?: Wish;
  readonly sub?: Wish;
  readonly leaf?: Wish;
  readonly rest?: Partial<Chain>;
}

/** The certificates of a chain of three. */
export interface Parts {
  readonly root: Made;
  readonly sub: Made;
  readonly leaf: Made;
}

/** Makes a root, an authority and a signer. */
export async function parts({ root, sub, leaf }: Wishes): Promise<Parts> {
  const top = await certify('Root', null, root);
  const middle = await certify('Authority', top, sub);
  return { root: top, sub: middle, leaf: await certify('Asha Rao', middle, leaf, false) };
}

/** A chain of these parts. */
export const chainOf = ({ root, sub, leaf }: Parts): Chain => ({
  leaf: leaf.certificate,
  intermediates: [sub.certificate],
  roots: [root.certificate],
});

/** Makes a chain of three when it is asked for. */
export const three = (wishes: Wishes) => async () => ({
  ...chainOf(await parts(wishes)),
  ...wishes.rest,
});

/** Why openssl accepts a chain. */
export const refusedByUs = (why: string) => ({ openssl: why });
/** Rules about purposes: openssl runs with `-purpose any`. */
export const PURPOSE = refusedByUs('it was not asked about a purpose');

/** A row of the table. */
export function row(name: string, reason: string, make: Row['make'], rest: Partial<Row> = {}): Row {
  return { name, reason, make, ...rest };
}
