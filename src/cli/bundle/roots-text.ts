import type { X509Certificate } from 'node:crypto';
import type { CarriedChains, Chain } from './carried-chains.ts';
import { oneLine, rootOf } from './carried-chains.ts';

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
