import type { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { parseUrl } from '../../../contract/parse-url.ts';
import type { SignatureForm } from '../pki/issue-signature.ts';
import { isSignatureForm } from '../pki/issue-signature.ts';
import type { EspFailure } from './esp-failures.ts';
import { ESP_FAILURES } from './esp-failures.ts';
import { parseRequest, verifyRequest } from './verify-request.ts';

/** An application service provider, which may request signatures. */
export interface Asp {
  readonly aspId: string;
  /** Shown to signers. */
  readonly organisation: string;
  /** DER. Its key signs requests. */
  readonly certificate: Buffer;
  /** Where answers may go, with any query. Known once the service listens. */
  readonly returnUrls: () => readonly string[];
}

function mayReturnTo({ returnUrls }: Asp, url: URL): boolean {
  const { origin, pathname } = url;
  return returnUrls().includes(`${origin}${pathname}`);
}

export const SANDBOX_ASP_ID = 'TESTASP-0001';

export const sandboxAsp = (certificate: Buffer, returnUrls: Asp['returnUrls']): Asp => ({
  aspId: SANDBOX_ASP_ID,
  organisation: 'TEST Electronic Signature Service',
  certificate,
  returnUrls,
});

const AHEAD_OF_UTC_MS = 19_800_000;
const WRITTEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{6})?$/;
const TO_SECONDS = 'yyyy-MM-ddTHH:mm:ss'.length;

/** Indian time without offset, as in answers. */
export function writeIndianTime(moment: Date): string {
  const shifted = new Date(moment.getTime() + AHEAD_OF_UTC_MS);
  return shifted.toISOString().slice(0, TO_SECONDS);
}

/** Indian time without offset; null for any other form. */
function readIndianTime(text: string): Date | null {
  if (!WRITTEN.test(text)) return null;
  const shifted = Date.parse(`${text.slice(0, TO_SECONDS)}Z`);
  return Number.isNaN(shifted) ? null : new Date(shifted - AHEAD_OF_UTC_MS);
}

const REQUEST_LIMIT_BYTES = 100 * 1024;
/** Allowed difference between the request's and the authority's clock. */
const REQUEST_WINDOW_MS = 30 * 60_000;
/** Transaction ids must be shorter. */
const TXN_LIMIT = 50;

export interface AnswerAddress {
  readonly txn: string;
  readonly returnUrl: URL;
  readonly transport: 'protean' | 'cdac';
  readonly aspId: string;
  readonly organisation: string;
}

export interface CheckedRequest extends AnswerAddress {
  /** SHA-256, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly documentName: string;
  readonly form: SignatureForm;
}

export interface RequestChecks {
  readonly registry: readonly Asp[];
  readonly now: Date;
  readonly isFinished: (txn: string) => boolean;
}

export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly failure: EspFailure;
  /** Where a signed failure goes; null if the request is not from a registered service. */
  readonly answerTo: AnswerAddress | null;

  constructor(failure: EspFailure, answerTo: AnswerAddress | null = null) {
    super(`${failure.message} (${failure.code})`);
    this.failure = failure;
    this.answerTo = answerTo;
  }
}

type RequestFields = Readonly<Record<string, string>>;

const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? '';

function readFields({ msg, eSignRequest }: RequestFields) {
  const xml = msg ?? eSignRequest ?? '';
  const isTooLarge = Buffer.byteLength(xml) > REQUEST_LIMIT_BYTES;
  const isTwofold = msg !== undefined && eSignRequest !== undefined;
  if (xml === '' || isTooLarge || isTwofold) throw new RequestRefused(ESP_FAILURES.malformed);
  return { xml, transport: msg === undefined ? 'cdac' : 'protean' } as const;
}

/** A registered URL. Unknown services fail later. */
function readReturnUrl(root: Element, registry: readonly Asp[]): URL {
  const text = attribute(root, 'responseUrl');
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const asp = registry.find(({ aspId }) => aspId === attribute(root, 'aspId'));
  if (isWeb && (!asp || mayReturnTo(asp, url))) return url;
  throw new RequestRefused(ESP_FAILURES.wrongReturnUrl);
}

function findAsp(signed: Element, registry: readonly Asp[]): Asp {
  const aspId = attribute(signed, 'aspId');
  if (aspId === '') throw new RequestRefused(ESP_FAILURES.noAspId);
  const asp = registry.find((one) => one.aspId === aspId);
  if (asp) return asp;
  throw new RequestRefused(ESP_FAILURES.unknownAsp);
}

function readTxn(signed: Element, { aspTxnID }: RequestFields): string {
  const txn = attribute(signed, 'txn');
  if (txn.length >= TXN_LIMIT) throw new RequestRefused(ESP_FAILURES.longTxn);
  const isProper = /^[\w:-]+$/.test(txn) && (aspTxnID ?? txn) === txn;
  if (isProper) return txn;
  throw new RequestRefused(ESP_FAILURES.noTxn);
}

function isRegistered(certificate: X509Certificate, asp: Asp, now: Date): boolean {
  const isNow = now >= new Date(certificate.validFrom) && now <= new Date(certificate.validTo);
  return certificate.raw.equals(asp.certificate) && isNow;
}

function timeFailure(signed: Element, now: Date): EspFailure | undefined {
  const text = attribute(signed, 'ts');
  if (text === '') return ESP_FAILURES.noTime;
  const at = readIndianTime(text);
  const isNear = at !== null && Math.abs(at.getTime() - now.getTime()) <= REQUEST_WINDOW_MS;
  return isNear ? undefined : ESP_FAILURES.wrongTime;
}

function termsFailure(signed: Element): EspFailure | undefined {
  if (attribute(signed, 'AuthMode') !== '1') return ESP_FAILURES.wrongAuthMode;
  if (attribute(signed, 'ekycId') !== '') return ESP_FAILURES.identityInRequest;
  const isKnown =
    attribute(signed, 'ver') === '2.1' && attribute(signed, 'sc').toUpperCase() === 'Y';
  return isKnown ? undefined : ESP_FAILURES.malformed;
}

/** Null unless there is exactly one SHA-256 hash. */
function readHash(signed: Element) {
  const [hash, more] = Array.from(signed.getElementsByTagName('InputHash'));
  const inputHash = hash?.textContent ?? '';
  const isSha256 = hash !== undefined && attribute(hash, 'hashAlgorithm') === 'SHA256';
  if (!isSha256 || more || attribute(hash, 'id') !== '1') return null;
  return /^[0-9a-f]{64}$/.test(inputHash)
    ? { inputHash, documentName: attribute(hash, 'docInfo') }
    : null;
}

function readJob(signed: Element, answerTo: AnswerAddress) {
  const form = attribute(signed, 'responseSigType');
  if (!isSignatureForm(form)) throw new RequestRefused(ESP_FAILURES.malformed, answerTo);
  const hash = readHash(signed);
  if (!hash) throw new RequestRefused(ESP_FAILURES.wrongHash, answerTo);
  return { ...hash, form };
}

/**
 * Checks a signed request (CCA eSign API 2.1) in the order of real gateways: size, shape, return
 * URL, signature, service, transaction, certificate, time, hash. Throws RequestRefused at
 * the first failed check.
 */
export function checkRequest(fields: RequestFields, checks: RequestChecks): CheckedRequest {
  const { registry, now, isFinished } = checks;
  const { xml, transport } = readFields(fields);
  const root = parseRequest(xml);
  if (!root) throw new RequestRefused(ESP_FAILURES.malformed);
  const returnUrl = readReturnUrl(root, registry);
  const verified = verifyRequest(xml, root);
  if (!verified) throw new RequestRefused(ESP_FAILURES.badSignature);
  const { signed, certificate } = verified;
  const asp = findAsp(signed, registry);
  const { aspId, organisation } = asp;
  const address = { txn: readTxn(signed, fields), returnUrl, transport, aspId, organisation };
  const answerTo = isRegistered(certificate, asp, now) ? address : null;
  if (isFinished(address.txn)) throw new RequestRefused(ESP_FAILURES.duplicateTxn, answerTo);
  if (!answerTo) throw new RequestRefused(ESP_FAILURES.wrongCertificate);
  const failure = timeFailure(signed, now) ?? termsFailure(signed);
  if (failure) throw new RequestRefused(failure, answerTo);
  return { ...address, ...readJob(signed, answerTo) };
}
