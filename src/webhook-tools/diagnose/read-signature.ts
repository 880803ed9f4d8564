/** A way to hash that a header may mean. */
type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** A digest that a header may hold, or its beginning where it was cut. */
export interface ReadDigest {
  readonly algorithm: HashName;
  readonly bytes: Buffer;
}

/** A signature as a header has it, read as leniently as can be, with all that is wrong with it. */
export interface ReadSignature {
  /** What is wrong, as fragments; empty when the form is right. */
  readonly faults: readonly string[];
  /** What the header may mean; several when it holds several, or can be read in several ways. */
  readonly digests: readonly ReadDigest[];
}

const STRICT = /^sha256=[0-9a-f]{64}$/;
const HEX_DIGITS: Readonly<Record<HashName, number>> = {
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};
const HASHES: readonly HashName[] = ['sha1', 'sha256', 'sha384', 'sha512'];
/** Fewer digits than these tell nothing about where they come from. */
const TELLING_DIGITS = 16;
const PREFIX = /^([a-z][a-z0-9-]{0,15})[=:]/i;
const HEX = /^[0-9a-f]+$/i;
const COLONS = /^([0-9a-f]{2}:){15,}[0-9a-f]{2}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{20,}={0,2}$/;
const TIMED = /^t=\d+,/;
const STANDARD = /^v\d+a?,/;

const hashOf = (prefix: string): HashName => {
  const name = prefix
    .toLowerCase()
    .replace(/^hmac-/, '')
    .replace('sha-', 'sha');
  return HASHES.find((hash) => hash === name) ?? 'sha256';
};

interface Reading {
  readonly faults: string[];
  /** What the prefix names. */
  named: HashName;
}

/** Every hash whose digests have that many digits, and the one named, whose digest may be cut or lengthened. */
function readHex(digits: string, { faults, named }: Reading): ReadDigest[] {
  const wanted = HEX_DIGITS[named];
  if (digits !== digits.toLowerCase()) faults.push('its digits are upper-case');
  if (digits.length !== wanted)
    faults.push(`it has ${digits.length} hexadecimal digits and not ${wanted}`);
  if (digits.length < TELLING_DIGITS) return [];
  const exact = HASHES.filter((hash) => HEX_DIGITS[hash] === digits.length);
  return [...new Set([named, ...exact])].map((algorithm) => {
    const bytes = Buffer.from(digits.slice(0, HEX_DIGITS[algorithm] & ~1), 'hex');
    return { algorithm, bytes };
  });
}

function readBase64(text: string, { faults, named }: Reading): ReadDigest[] {
  faults.push('it is base64 and not hexadecimal');
  const bytes = Buffer.from(text, 'base64');
  const exact = HASHES.filter((hash) => HEX_DIGITS[hash] === bytes.length * 2);
  return (exact.length > 0 ? exact : [named]).map((algorithm) => ({ algorithm, bytes }));
}

function readDigest(text: string, reading: Reading): ReadDigest[] {
  if (HEX.test(text)) return readHex(text, reading);
  if (COLONS.test(text)) {
    reading.faults.push('its bytes are parted by colons');
    return readHex(text.replaceAll(':', ''), reading);
  }
  const [, digits = ''] = /^([0-9a-f]{40,})[^0-9a-f]/.exec(text) ?? [];
  if (digits.length === HEX_DIGITS[reading.named]) {
    reading.faults.push(`it goes on after its ${digits.length} hexadecimal digits`);
    return readHex(digits, reading);
  }
  if (BASE64.test(text)) return readBase64(text, reading);
  reading.faults.push('it is neither hexadecimal nor base64');
  return [];
}

function readOne(value: string, reading: Reading): ReadDigest[] {
  const prefix = COLONS.test(value) ? undefined : PREFIX.exec(value);
  if (!prefix) {
    reading.faults.push('it has no sha256= in front');
    return readDigest(value, reading);
  }
  const [whole, name = ''] = prefix;
  reading.named = hashOf(name);
  if (whole !== 'sha256=') reading.faults.push(`it begins with ${whole} and not with sha256=`);
  return readDigest(value.slice(whole.length).trim(), reading);
}

function foreignScheme(value: string): string | undefined {
  if (TIMED.test(value)) return 'it is the header of another scheme: t=…,v1=…, as Stripe uses';
  if (STANDARD.test(value)) return 'it is the header of another scheme: Standard Webhooks';
  return undefined;
}

/** Reads the value of a signature header, naming every fault; nothing that breaks the pattern is thereby valid. */
export function readSignature(header: string | undefined): ReadSignature {
  if (header !== undefined && STRICT.test(header)) {
    const bytes = Buffer.from(header.slice('sha256='.length), 'hex');
    return { faults: [], digests: [{ algorithm: 'sha256', bytes }] };
  }
  const reading: Reading = { faults: [], named: 'sha256' };
  const text = (header ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
  if (text === '') return { faults: ['there is none'], digests: [] };
  if (text !== header) reading.faults.push('it has white space or quotation marks around it');
  const scheme = foreignScheme(text);
  if (scheme) return { faults: [...reading.faults, scheme], digests: [] };
  const values = text.split(/\s*,\s*/);
  if (values.length > 1) reading.faults.push(`it holds ${values.length} values and not one`);
  const digests = values.flatMap((value) => readOne(value, reading));
  return { faults: [...new Set(reading.faults)], digests };
}
