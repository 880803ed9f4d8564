import type { X509Certificate } from 'node:crypto';
import type { Fetched, FetchLimits } from '../../network/fetch-body.ts';
import { fetchBody } from '../../network/fetch-body.ts';
import type { CarriedCertificates } from '../../pdf/verification/carried-certificates.ts';
import type { Finding } from '../../pdf/verification/findings.ts';
import type { NamedAddress } from '../../pdf/verification/named-addresses.ts';
import type { Verifier } from '../../pdf/verification/verifier.ts';

type EvidenceReader = Pick<Verifier, 'certificates' | 'addresses'>;

interface KnownEvidence {
  readonly roots: readonly X509Certificate[];
  readonly intermediates: readonly X509Certificate[];
}

/** Evidence that is not checked yet, and remarks on failed fetches. */
interface FetchedEvidence {
  /** As served by their issuers. */
  readonly issuers: readonly Uint8Array[];
  /** DER. */
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
  readonly remarks: readonly Finding[];
}

const MAX_ADDRESSES = 20;
/** A path has six certificates at most; the last issuer's answers come one round later. */
const MAX_ROUNDS = 7;
const OCSP_REQUEST = 'application/ocsp-request';
const SEQUENCE = 0x30;
/** An OCSP error response, without content (RFC 6960, 4.2.1). */
const OCSP_REFUSAL_BYTES = 5;

const WHAT = {
  issuer: "an issuer's certificate",
  crl: 'a revocation list',
  ocsp: 'an OCSP response',
} as const;

const TOO_MANY: Finding = {
  code: 'NOT_FETCHED',
  reason: 'too_many',
  message: `The certificates name more than ${MAX_ADDRESSES} addresses; the others were not asked.`,
};

const UNREAD: Finding = {
  code: 'NOT_FETCHED',
  reason: 'too_costly',
  message: 'The addresses in the certificates could not be read within the limits.',
};

function remarkOn({ kind, url }: NamedAddress, failure: string): Finding {
  const message = `Could not fetch ${WHAT[kind]} from ${url}: ${failure}.`;
  return { code: 'NOT_FETCHED', message, reason: failure, address: url };
}

/** Rejects obviously wrong content, such as a web page; the separate process reads the rest. */
function plausible({ kind }: NamedAddress, fetched: Fetched): Fetched {
  if ('failure' in fetched) return fetched;
  const { body } = fetched;
  const isPem = kind === 'issuer' && body.subarray(0, 10).toString('latin1') === '-----BEGIN';
  if (body[0] !== SEQUENCE && !isPem) return { failure: 'unreadable' };
  const isRefusal = kind === 'ocsp' && body.length <= OCSP_REFUSAL_BYTES;
  return isRefusal ? { failure: 'ocsp_refused' } : fetched;
}

const keyOf = ({ kind, url, request = new Uint8Array() }: NamedAddress): string =>
  `${kind} ${Buffer.from(request).toString('base64')} ${url}`;

type FetchedAnswers = Map<string, { readonly address: NamedAddress; readonly fetched: Fetched }>;

function bodies(answers: FetchedAnswers, wanted: NamedAddress['kind']): Buffer[] {
  return [...answers.values()].flatMap(({ address, fetched }) =>
    address.kind === wanted && 'body' in fetched ? [fetched.body] : [],
  );
}

function evidenceIn(answers: FetchedAnswers, more: readonly Finding[]): FetchedEvidence {
  const remarks = [...answers.values()].flatMap(({ address, fetched }) =>
    'failure' in fetched ? [remarkOn(address, fetched.failure)] : [],
  );
  return {
    issuers: bodies(answers, 'issuer'),
    crls: bodies(answers, 'crl'),
    ocsp: bodies(answers, 'ocsp'),
    remarks: [...remarks, ...more],
  };
}

const rawOf = (certificates: readonly X509Certificate[]) => certificates.map(({ raw }) => raw);

const NOTHING: CarriedCertificates = { signatures: [], stored: [] };

function inquiryInto(
  { signatures, stored }: CarriedCertificates,
  { roots, intermediates }: KnownEvidence,
) {
  const carried = signatures.flatMap(({ certificates }) => certificates);
  return {
    signers: signatures.map(({ signer }) => signer),
    pool: [...carried, ...stored, ...rawOf(intermediates)],
    roots: rawOf(roots),
  };
}

/**
 * Fetches missing issuers, revocation lists and OCSP responses from at most 20 addresses that
 * certificates name. Files share fetches. Only tests set limits.
 */
export function evidenceFetcher(reader: EvidenceReader, limits: FetchLimits = {}) {
  const kept = new Map<string, Promise<Fetched>>();
  const fetchOnce = (address: NamedAddress): Promise<Fetched> => {
    const { url, request } = address;
    const post = request && { body: request, type: OCSP_REQUEST };
    const key = keyOf(address);
    const fetched =
      kept.get(key) ??
      fetchBody({ url, ...(post && { post }) }, limits).then((one) => plausible(address, one));
    kept.set(key, fetched);
    return fetched;
  };
  /** Fetches new addresses up to the limit. Returns the final remarks once there are none. */
  const askNew = async (named: readonly NamedAddress[] | undefined, answers: FetchedAnswers) => {
    if (!named) return [UNREAD];
    const known = new Map(named.map((one) => [keyOf(one), one]));
    const open = [...known].filter(([key]) => !answers.has(key));
    const asked = open.slice(0, MAX_ADDRESSES - answers.size);
    const given = await Promise.all(
      asked.map(async ([key, address]) => {
        const answer = { address, fetched: await fetchOnce(address) };
        return [key, answer] as const;
      }),
    );
    for (const [key, answer] of given) answers.set(key, answer);
    if (asked.length < open.length) return [TOO_MANY];
    return asked.length === 0 ? [] : undefined;
  };
  return async (file: Uint8Array, trust: KnownEvidence): Promise<FetchedEvidence> => {
    const of = inquiryInto((await reader.certificates(file)) ?? NOTHING, trust);
    const answers: FetchedAnswers = new Map();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const pool = [...of.pool, ...bodies(answers, 'issuer')];
      const last = await askNew(await reader.addresses({ ...of, pool }), answers);
      if (last) return evidenceIn(answers, last);
    }
    return evidenceIn(answers, []);
  };
}
