import { X509Certificate } from 'node:crypto';
import type {
  CarriedCertificates,
  CarryingSignature,
} from '../../pdf/verification/carried-certificates.ts';
import { harmless } from '../terminal/harmless.ts';

/** The certificates from a signer's up, as far as the files have them. */
interface Chain extends Pick<CarryingSignature, 'kind' | 'field'> {
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

const oneLine = (name: string): string => harmless(name.split('\n').join(', '));

/** PEM certificates, each below its subject. Programs skip the lines in between. */
export const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => `# ${oneLine(one.subject)}\n${one.toString()}`).join('\n');

function rootOf({ certificates }: Chain): X509Certificate | undefined {
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

const HEAD = `The authorities at the top of the certificates in this folder.

This is what the files claim, and nobody has checked it: anybody can make a
certificate that names any authority. Take the certificate of the authority
from its own list, and compare its fingerprint (SHA-256) with what you find
here. VERIFY.txt says how.
`;

const NOT_HERE = 'not in these files: take it from the authority itself';

const commonName = ({ subject }: X509Certificate): string =>
  oneLine(/^CN=(.*)$/m.exec(subject)?.[1] ?? subject);

const USES: Readonly<Record<Chain['kind'], string>> = {
  signature: 'signature in',
  timestamp: 'timestamp in',
  seal: 'seal of certificate.pdf in',
};

function validity({ validFrom, validTo }: X509Certificate): string {
  return `${new Date(validFrom).toISOString()} to ${new Date(validTo).toISOString()}`;
}

function factsOf(certificate: X509Certificate | undefined): string[] {
  return [
    `  SHA-256   ${certificate?.fingerprint256 ?? NOT_HERE}`,
    `  Valid     ${certificate ? validity(certificate) : NOT_HERE}`,
  ];
}

/** The root's name; if the files lack it, the topmost certificate's issuer. */
const rootName = ({ certificates }: Chain): string => oneLine(certificates.at(-1)?.issuer ?? '');

/** Two roots with the same name are two roots. */
const rootKey = (chain: Chain): string => rootOf(chain)?.fingerprint256 ?? rootName(chain);

function rootLines([first, ...others]: readonly Chain[]): string[] {
  if (!first) return [];
  const leading = [first, ...others].map(({ kind, field, certificates: [signer] }) => {
    return `  Leads to  ${signer ? commonName(signer) : ''}: ${USES[kind]} the field ${field}`;
  });
  return ['Root', `  Subject   ${rootName(first)}`, ...factsOf(rootOf(first)), ...leading, ''];
}

/** The seal is identified by its own certificate, not by a root. */
function sealLines(chains: readonly Chain[]): string[] {
  const seals = chains.filter(({ kind }) => kind === 'seal');
  if (seals.length === 0) return ['certificate.pdf has no seal.', ''];
  return seals.flatMap(({ certificates: [signer] }) => [
    'Certificate of the service, which sealed certificate.pdf',
    `  Subject   ${signer ? oneLine(signer.subject) : ''}`,
    ...factsOf(signer),
    '',
  ]);
}

/** `hasCertificate`: the bundle has a `certificate.pdf`. */
export function rootsText({ chains }: CarriedChains, hasCertificate: boolean): string {
  const keys = [...new Set(chains.map(rootKey))];
  const roots = keys.flatMap((key) => rootLines(chains.filter((one) => rootKey(one) === key)));
  return [HEAD, ...roots, ...(hasCertificate ? sealLines(chains) : [])].join('\n');
}
