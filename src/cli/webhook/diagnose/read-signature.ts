import { SIGNATURE_PATTERN } from '../../../contract/webhook-headers.ts';

export interface ReadSignature {
  /** Faults of its form, as sentence fragments. */
  readonly faults: readonly string[];
  /** SHA-256 digests that it may contain, or the start of cut ones. */
  readonly digests: readonly Buffer[];
}

const DIGEST_DIGITS = 64;
/** A shorter start of a digest proves nothing. */
const MIN_DIGITS = 16;
const PREFIX = /^[a-z][a-z0-9-]{0,15}[=:]/i;
const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{20,}={0,2}$/;

function readHex(digits: string, faults: string[]): Buffer[] {
  if (digits !== digits.toLowerCase()) faults.push('its digits are upper-case');
  if (digits.length !== DIGEST_DIGITS)
    faults.push(`it has ${digits.length} hexadecimal digits instead of ${DIGEST_DIGITS}`);
  return digits.length < MIN_DIGITS ? [] : [Buffer.from(digits.slice(0, DIGEST_DIGITS), 'hex')];
}

function readOne(value: string, faults: string[]): Buffer[] {
  const [prefix = ''] = PREFIX.exec(value) ?? [];
  if (prefix === '') faults.push('it lacks the sha256= prefix');
  else if (prefix !== 'sha256=') faults.push(`it begins with ${prefix} instead of sha256=`);
  const text = value.slice(prefix.length).trim();
  if (HEX.test(text)) return readHex(text, faults);
  const isBase64 = BASE64.test(text);
  faults.push(
    isBase64 ? 'it is base64 instead of hexadecimal' : 'it is neither hexadecimal nor base64',
  );
  return isBase64 ? [Buffer.from(text, 'base64')] : [];
}

/** Reads a header leniently and names every fault. A header with a fault is never valid. */
export function readSignature(header = ''): ReadSignature {
  if (SIGNATURE_PATTERN.test(header))
    return { faults: [], digests: [Buffer.from(header.slice('sha256='.length), 'hex')] };
  const text = header.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (text === '') return { faults: [], digests: [] };
  const faults: string[] = [];
  if (text !== header) faults.push('it has whitespace or quotation marks around it');
  const values = text.split(/\s*,\s*/);
  if (values.length > 1) faults.push(`it holds ${values.length} values instead of one`);
  const digests = values.flatMap((value) => readOne(value, faults));
  return { faults: [...new Set(faults)], digests };
}
