/** A signature as a header has it, read as leniently as can be, with all that is wrong with it. */
export interface ReadSignature {
  /** What is wrong, as fragments; empty when the form is right. */
  readonly faults: readonly string[];
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  /** What the header may mean; several when it holds several. */
  readonly digests: readonly Buffer[];
}

const STRICT = /^sha256=[0-9a-f]{64}$/;
const HEX_LENGTHS = { sha1: 40, sha256: 64, sha512: 128 } as const;
const PREFIX = /^([a-z][a-z0-9-]{0,15})[=:]/i;
const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{20,}={0,2}$/;
const TIMED = /^t=\d+,/;
const STANDARD = /^v\d+a?,/;

type Algorithm = ReadSignature['algorithm'];

const algorithmOf = (prefix: string): Algorithm => {
  const name = prefix.toLowerCase().replace(/^hmac-/, '');
  return name === 'sha1' || name === 'sha512' ? name : 'sha256';
};

interface Reading {
  readonly faults: string[];
  algorithm: Algorithm;
}

function readDigest(text: string, reading: Reading): Buffer | undefined {
  const digits = HEX_LENGTHS[reading.algorithm];
  if (HEX.test(text)) {
    if (text !== text.toLowerCase()) reading.faults.push('its digits are upper-case');
    if (text.length !== digits) {
      reading.faults.push(`it has ${text.length} hexadecimal digits and not ${digits}`);
      return undefined;
    }
    return Buffer.from(text, 'hex');
  }
  if (BASE64.test(text)) {
    reading.faults.push('it is base64 and not hexadecimal');
    return Buffer.from(text, 'base64');
  }
  reading.faults.push('it is neither hexadecimal nor base64');
  return undefined;
}

function readOne(value: string, reading: Reading): Buffer | undefined {
  const prefix = PREFIX.exec(value);
  if (!prefix) {
    reading.faults.push('it has no sha256= in front');
    return readDigest(value, reading);
  }
  const [whole, name = ''] = prefix;
  reading.algorithm = algorithmOf(name);
  if (whole !== 'sha256=') reading.faults.push(`it begins with ${whole} and not with sha256=`);
  return readDigest(value.slice(whole.length), reading);
}

function foreignScheme(value: string): string | undefined {
  if (TIMED.test(value)) return 'it is the header of another scheme: t=…,v1=…, as Stripe uses';
  if (STANDARD.test(value)) return 'it is the header of another scheme: Standard Webhooks';
  return undefined;
}

/** Reads the value of a signature header, naming every fault; nothing that breaks the pattern is thereby valid. */
export function readSignature(header: string | undefined): ReadSignature {
  if (header !== undefined && STRICT.test(header)) {
    return { faults: [], algorithm: 'sha256', digests: [Buffer.from(header.slice(7), 'hex')] };
  }
  const reading: Reading = { faults: [], algorithm: 'sha256' };
  const text = (header ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
  if (text === '') return { ...reading, faults: ['there is none'], digests: [] };
  if (text !== header) reading.faults.push('it has white space or quotation marks around it');
  const scheme = foreignScheme(text);
  if (scheme) return { ...reading, faults: [...reading.faults, scheme], digests: [] };
  const values = text.split(/\s*,\s*/);
  if (values.length > 1) reading.faults.push(`it holds ${values.length} values and not one`);
  const digests = values
    .map((value) => readOne(value, reading))
    .filter((digest) => digest !== undefined);
  return { ...reading, faults: [...new Set(reading.faults)], digests };
}
