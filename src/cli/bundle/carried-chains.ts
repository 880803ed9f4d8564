import { X509Certificate } from 'node:crypto';
import type {
  CarriedCertificates,
  CarryingSignature,
} from '../../pdf/verification/carried-certificates.ts';
import { harmless } from '../terminal/harmless.ts';

/** The certificates from a signer's up, as far as the files have them. */
export interface Chain extends Pick<CarryingSignature, 'kind' | 'field'> {
  readonly certificates: readonly X509Certificate[];
}

/** Longer than any honest chain. */
const MOST_LINKS = 10;

const isSelfIssued = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer;

/** False for a key of a type that this platform lacks. */
function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function chainFrom(signer: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [signer];
  for (let top = signer; !isSelfIssued(top) && chain.length < MOST_LINKS; ) {
    const issuer = all.find((one) => issued(one, top));
    if (!issuer || chain.includes(issuer)) break;
    chain.push(issuer);
    top = issuer;
  }
  return chain;
}

function distinct(ders: readonly Uint8Array[]): X509Certificate[] {
  const known = new Map(ders.map((der) => [Buffer.from(der).toString('base64'), der]));
  return [...known.values()].map((der) => new X509Certificate(der));
}

export interface CarriedChains {
  readonly all: readonly X509Certificate[];
  readonly chains: readonly Chain[];
}

/** Orders a file's certificates into chains, without judging them. */
export function carriedChains(files: readonly CarriedCertificates[]): CarriedChains {
  const signatures = files.flatMap((file) => file.signatures);
  const inSignatures = signatures.flatMap(({ signer, certificates }) => [signer, ...certificates]);
  const all = distinct([...inSignatures, ...files.flatMap(({ stored }) => stored)]);
  const chains = signatures.map(({ kind, field, signer }) => ({
    kind,
    field,
    certificates: chainFrom(new X509Certificate(signer), all),
  }));
  return { all, chains };
}

export const oneLine = (name: string): string => harmless(name.split('\n').join(', '));

/** PEM certificates, each below its subject. Programs skip the lines in between. */
export const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => `# ${oneLine(one.subject)}\n${one.toString()}`).join('\n');

export function rootOf({ certificates }: Chain): X509Certificate | undefined {
  const top = certificates.at(-1);
  return top && isSelfIssued(top) && issued(top, top) ? top : undefined;
}

/** The roots of the signers' chains that the files hold; seal and timestamps have their own. */
export function signersRoots({ chains }: CarriedChains): X509Certificate[] {
  const found = chains
    .filter(({ kind }) => kind === 'signature')
    .flatMap((one) => rootOf(one) ?? []);
  return distinct(found.map(({ raw }) => raw));
}
