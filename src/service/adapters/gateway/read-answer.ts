import type { Element } from '@xmldom/xmldom';
import type { Cause, SigningFailure } from '../../core/signing/causes.rules.ts';
import { CAUSES, shownFailure } from '../../core/signing/causes.rules.ts';
import type { GatewayAnswer } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import { fromIst } from './sign-request.ts';

/** Each code with its failure; a range counts as all its numbers. */
function codesOf([name, { codes = [] }]: [string, Cause]): [string, SigningFailure][] {
  return codes.flatMap((code) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(code) ?? [];
    if (from === undefined) return [[code, shownFailure(name)]];
    const numbers = Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, n) => Number(from) + n,
    );
    return numbers.map((number): [string, SigningFailure] => [String(number), shownFailure(name)]);
  });
}

const REASONS: ReadonlyMap<string, SigningFailure> = new Map(
  Object.entries<Cause>(CAUSES).flatMap(codesOf),
);

/** Failures of the authority's own service, or the identity authority's (999). */
const OUTAGE = /^(?:ESP-99[1-9]|(?:UIDAI-)?999)$/;

export const isOutage = (code: string): boolean => OUTAGE.test(code.trim().toUpperCase());

/** Unknown codes count as `service_down`. */
export function failureOf(code: string): SigningFailure {
  const written = code.trim().toUpperCase();
  const bare = written.replace(/^(?:UIDAI|ESP)-/, '');
  return REASONS.get(written) ?? REASONS.get(bare) ?? 'service_down';
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
