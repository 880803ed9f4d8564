import type { Element } from '@xmldom/xmldom';
import type { SigningFailure } from '../../core/signing/signature.rules.ts';
import type { GatewayAnswer } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import { fromIst } from './sign-request.ts';

/** The identity authority's codes for biometrics. */
const BIOMETRIC_FROM = 300;
const BIOMETRIC_TO = 329;

/** ESP codes have a prefix; the identity authority's are bare numbers. */
const ROWS: ReadonlyArray<readonly [SigningFailure, readonly string[]]> = [
  ['gateway_refused', ['ESP-901', 'ESP-902', 'ESP-903', 'ESP-905', 'ESP-906', 'ESP-907']],
  [
    'gateway_refused',
    ['ESP-909', 'ESP-911', 'ESP-922', 'ESP-992', 'ESP-000', 'ESP-009', 'ESS-114'],
  ],
  ['clock', ['ESP-908']],
  ['duplicate_txn', ['ESP-910']],
  ['signer_declined', ['ESP-944', 'ESP-945']],
  ['session_expired', ['ESP-946']],
  ['otp_attempts', ['ESP-415', '400', '403']],
  ['wait_1min', ['952']],
  ['wait_30min', ['953']],
  ['mobile_not_linked', ['112']],
  ['identity_locked', ['330', '331', '332']],
  ['identity_suspended', ['995', '996', '997']],
  ['invalid_identity', ['998', '515', '517', '532', 'K-515', 'K-517', '100', '200']],
  ['service_down', ['402', '999', 'K-100', 'K-200', 'ESP-991', 'ESP-993', 'ESP-999']],
];

const REASONS: ReadonlyMap<string, SigningFailure> = new Map(
  ROWS.flatMap(([reason, codes]) => codes.map((code): [string, SigningFailure] => [code, reason])),
);

/** Failures of the authority's own service, or the identity authority's (999). */
const OUTAGE = /^(?:ESP-99[1-9]|(?:UIDAI-)?999)$/;

export const isOutage = (code: string): boolean => OUTAGE.test(code.trim().toUpperCase());

/** Unknown codes count as `service_down`. */
export function failureOf(code: string): SigningFailure {
  const written = code.trim().toUpperCase();
  const bare = written.replace(/^(?:UIDAI|ESP)-/, '');
  const known = REASONS.get(written) ?? REASONS.get(bare);
  if (known) return known;
  const number = Number(bare);
  return number >= BIOMETRIC_FROM && number <= BIOMETRIC_TO ? 'invalid_identity' : 'service_down';
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const TXN_LENGTH = 64;
const CODE_LENGTH = 64;

class Unusable extends Error {
  readonly reason: 'malformed' | 'wrong_documents';

  constructor(reason: 'malformed' | 'wrong_documents') {
    super(`The answer cannot be used: ${reason}`);
    this.reason = reason;
  }
}

/** Version 3 of the protocol names attributes `error…`, version 2 `err…`. */
const either = (element: Element, names: readonly string[]): string =>
  names.map((name) => element.getAttribute(name) ?? '').find((value) => value !== '') ?? '';

const isNone = (code: string): boolean => code === '' || code.toUpperCase() === 'NA';

function childrenAt(root: Element, path: readonly [string, ...string[]]): Element[] {
  const [name, ...rest] = path;
  const found = Array.from(root.childNodes).filter(
    (node): node is Element => node.nodeType === root.nodeType && node.nodeName === name,
  );
  const [next, ...deeper] = rest;
  if (next === undefined) return found;
  const [parent, more] = found;
  return parent && !more ? childrenAt(parent, [next, ...deeper]) : [];
}

function bytesOf(element: Element | undefined): Buffer {
  const text = (element?.textContent ?? '').replace(/[\t\n\r ]/g, '');
  if (text === '' || !BASE64.test(text)) throw new Unusable('malformed');
  return Buffer.from(text, 'base64');
}

/** Reads the only signature, over the only requested hash. */
function readCms(root: Element): Buffer {
  const [signature, more] = childrenAt(root, ['Signatures', 'DocSignature']);
  const isOurs =
    signature !== undefined &&
    more === undefined &&
    signature.getAttribute('id') === '1' &&
    isNone(either(signature, ['error', 'errorCode', 'errorMessage'])) &&
    signature.getAttribute('sigHashAlgorithm') === 'SHA256';
  if (!isOurs) throw new Unusable('wrong_documents');
  return bytesOf(signature);
}

function readSignature(root: Element): { cms: Buffer; certificate: Buffer } {
  const cms = readCms(root);
  const [certificate, more] = childrenAt(root, ['UserX509Certificate']);
  if (more) throw new Unusable('malformed');
  return { cms, certificate: bytesOf(certificate) };
}

function readOutcome(root: Element, head: { txn: string; answeredAt: Date }): GatewayAnswer {
  const code = either(root, ['errCode', 'errorCode']);
  const status = root.getAttribute('status');
  if (status === '0') {
    const reason = failureOf(code);
    return { outcome: 'failed', ...head, reason, ...(isOutage(code) && { isOutage: true }) };
  }
  if (status !== '1' || !isNone(code)) throw new Unusable('malformed');
  const responseCode = (root.getAttribute('resCode') ?? '').slice(0, CODE_LENGTH) || null;
  return { outcome: 'signed', ...head, responseCode, ...readSignature(root) };
}

/**
 * Reads a verified `EsignResp` (CCA eSign API 2.1). An unusable one fails its transaction.
 * @throws {GatewayAnswerRefused} `malformed` without transaction or time, `pending` when unfinished
 */
export function readAnswer(root: Element): GatewayAnswer {
  const txn = root.getAttribute('txn') ?? '';
  const answeredAt = fromIst(root.getAttribute('ts') ?? '');
  if (txn === '' || txn.length > TXN_LENGTH || !answeredAt) {
    throw new GatewayAnswerRefused('malformed', 'The answer names no transaction or no time.');
  }
  if (root.getAttribute('status') === '2') {
    throw new GatewayAnswerRefused('pending', 'The authority has not finished.');
  }
  try {
    return readOutcome(root, { txn, answeredAt });
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { outcome: 'failed', txn, answeredAt, reason: error.reason };
  }
}
