import * as node from 'node:crypto';
import * as nodeZlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as page from '../../../src/pdf/page/platform/crypto.ts';
import { readPublicKey } from '../../../src/pdf/page/platform/public-key.ts';
import * as pageZlib from '../../../src/pdf/page/platform/zlib.ts';
import { namedCertificate } from '../../support/trust/named-certificate.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

/** What the browser's page computes must be what Node computes: both judge the same files. */
const pss = { padding: node.constants.RSA_PKCS1_PSS_PADDING };
const KEYS = {
  rsa: node.generateKeyPairSync('rsa', { modulusLength: 2048 }),
  odd: node.generateKeyPairSync('rsa', { modulusLength: 2049 }),
  restricted: node.generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256',
  }),
  pssOnly: node.generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
  p256: node.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: node.generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  p521: node.generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ed25519: node.generateKeyPairSync('ed25519'),
};
type KeyName = keyof typeof KEYS;
type Digest = 'sha256' | 'sha384' | 'sha512';

function here(name: KeyName) {
  return readPublicKey(KEYS[name].publicKey.export({ type: 'spki', format: 'der' }));
}

function accepted(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

interface Made {
  readonly name: KeyName;
  readonly digest: Digest;
  readonly isPss: boolean;
}

/** Both answers. */
function judged({ name, digest, isPss }: Made, message: Buffer, signature: Buffer): boolean[] {
  const used = name === 'ed25519' ? null : digest;
  const salt = { saltLength: node.constants.RSA_PSS_SALTLEN_AUTO };
  const { publicKey } = KEYS[name];
  const there = isPss ? { key: publicKey, ...pss, ...salt } : publicKey;
  const own = isPss ? { key: here(name), ...pss } : here(name);
  return [
    accepted(() => node.verify(used, message, there, signature)),
    accepted(() => page.verify(used, message, own, signature)),
  ];
}

function signedWith({ name, digest, isPss }: Made, message: Buffer): Buffer {
  const { privateKey } = KEYS[name];
  const key = isPss ? { key: privateKey, ...pss, saltLength: 32 } : privateKey;
  return node.sign(name === 'ed25519' ? null : digest, message, key);
}

const made = fc
  .record({
    name: fc.constantFrom(...(Object.keys(KEYS) as KeyName[])),
    digest: fc.constantFrom<Digest>('sha256', 'sha384', 'sha512'),
    pss: fc.boolean(),
  })
  .filter(({ name, digest }) => name !== 'restricted' || digest === 'sha256')
  .map(({ name, digest, pss: wished }) => ({
    name,
    digest,
    isPss: ['rsa', 'odd'].includes(name) ? wished : ['restricted', 'pssOnly'].includes(name),
  }));

test('signatures are judged as Node judges them, whole, altered, cut and for other content', () => {
  const content = fc.uint8Array({ minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(made, content, fc.nat(), (how, bytes, where) => {
      const message = Buffer.from(bytes);
      const signature = signedWith(how, message);
      const [there, own] = judged(how, message, signature);
      expect(own).toBe(there);
      // OpenSSL refuses to detect the salt of a key that prescribes one.
      expect(there).toBe(how.name !== 'restricted');
      const altered = Buffer.from(signature);
      altered[where % altered.length]! ^= 1 << (where % 8);
      const others = [altered, signature.subarray(1), signature.subarray(0, -1), Buffer.alloc(64)];
      for (const other of [...others, Buffer.concat([signature, Buffer.of(0)])]) {
        const [a, b] = judged(how, message, other);
        expect(b).toBe(a);
      }
      const [a, b] = judged(how, Buffer.concat([message, Buffer.of(0)]), signature);
      expect([a, b]).toEqual([false, false]);
    }),
    { numRuns: 150 },
  );
});

test.each([0, 20, 32, 190])('a PSS salt of %i octets is found', (saltLength) => {
  for (const name of ['rsa', 'odd'] as const) {
    const { privateKey } = KEYS[name];
    const message = Buffer.from('content');
    const signature = node.sign('sha256', message, { key: privateKey, ...pss, saltLength });
    const how = { name, digest: 'sha256', isPss: true } as const;
    expect(judged(how, message, signature)).toEqual([true, true]);
  }
});

test('digests are those of Node, at once and in parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(2999), (bytes, at) => {
      for (const name of ['sha1', 'sha256', 'sha384', 'sha512']) {
        const all = node.createHash(name).update(bytes).digest('hex');
        const hash = page.createHash(name).update(bytes.subarray(0, at));
        const early = hash.copy().digest('hex');
        expect(early).toBe(node.createHash(name).update(bytes.subarray(0, at)).digest('hex'));
        expect(hash.update(bytes.subarray(at)).digest('hex')).toBe(all);
      }
    }),
  );
});

const FIELDS = [
  ...['subject', 'issuer', 'serialNumber', 'fingerprint256', 'raw'],
] as readonly (keyof node.X509Certificate & keyof page.X509Certificate)[];

function sameCertificate(der: Uint8Array): void {
  const [there, own] = [new node.X509Certificate(der), new page.X509Certificate(der)];
  for (const field of FIELDS) expect(own[field]).toEqual(there[field]);
  expect(Date.parse(own.validFrom)).toBe(Date.parse(there.validFrom));
  expect(Date.parse(own.validTo)).toBe(Date.parse(there.validTo));
  const [key, expected] = [own.publicKey, there.publicKey];
  expect(key.export()).toEqual(expected.export({ type: 'spki', format: 'der' }));
  expect(key.asymmetricKeyType).toBe(expected.asymmetricKeyType);
  expect(expected.asymmetricKeyDetails).toMatchObject(key.asymmetricKeyDetails);
}

test.each([true, false])('certificates are read as Node reads them, with RSA: %o', async (rsa) => {
  const { root, issue } = await testAuthority();
  const { certificate, chain } = await issue('आशा राव, "Asha"', { rsa });
  for (const { raw } of [root, certificate, ...chain]) sameCertificate(raw);
  const pem = Buffer.from(certificate.toString());
  expect(new page.X509Certificate(pem).raw).toEqual(certificate.raw);
});

test('names are written as Node writes them, whatever is in them', async () => {
  const oids = Array.from({ length: 102 }, (_, last) => `2.5.4.${last}`);
  const others = ['0.9.2342.19200300.100.1.1', '0.9.2342.19200300.100.1.25', '1.2.3.4'];
  const types = ['1.2.840.113549.1.9.1', '1.2.840.113549.1.9.2', '1.3.6.1.4.1.311.60.2.1.3'];
  for (const oid of [...oids, ...others, ...types]) sameCertificate(namedCertificate([[oid, 'x']]));
  const odd = fc.string({ unit: fc.constantFrom(...' #,+"\\<>;=/a\0\n\x7fé\u200dक😀') });
  const string = fc.tuple(fc.constantFrom('utf8', 'bmp', 'printable', 'teletex'), odd);
  fc.assert(
    fc.property(fc.array(string, { minLength: 1, maxLength: 4 }), (values) => {
      sameCertificate(namedCertificate(values.map(([type, text]) => ['2.5.4.3', text, type])));
    }),
    { numRuns: 200 },
  );
});

test('damaged certificates are refused, or read as Node reads them', async () => {
  const { root } = await testAuthority();
  fc.assert(
    fc.property(fc.nat(root.raw.length - 1), fc.nat(255), (at, octet) => {
      const der = Buffer.from(root.raw);
      der[at] = octet;
      let own: page.X509Certificate | undefined;
      try {
        own = new page.X509Certificate(der);
      } catch {
        return;
      }
      const there = accepted(() => new node.X509Certificate(der).subject !== undefined);
      if (there) expect(own.subject).toBe(new node.X509Certificate(der).subject);
    }),
    { numRuns: 500 },
  );
});

const outcome = (inflate: () => Uint8Array): string => {
  try {
    return Buffer.from(inflate()).toString('hex');
  } catch (error) {
    return `${error instanceof RangeError} ${(error as Error).message}`;
  }
};

test('streams are inflated as Node inflates them: whole, cut, damaged, too large', () => {
  const bytes = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(255), fc.nat(500), (data, where, octet, most) => {
      const packed = nodeZlib.deflateSync(data);
      const damaged = Buffer.from(packed);
      damaged[where % damaged.length] = octet;
      const cut = packed.subarray(0, where % packed.length);
      const longer = Buffer.concat([packed, Buffer.from('more')]);
      for (const given of [packed, damaged, cut, longer, nodeZlib.gzipSync(data)]) {
        const limits = { maxOutputLength: Math.max(most, 1) };
        expect(outcome(() => pageZlib.inflateSync(given, limits))).toBe(
          outcome(() => nodeZlib.inflateSync(given, limits)),
        );
        const flush = { ...limits, finishFlush: nodeZlib.constants.Z_SYNC_FLUSH };
        expect(outcome(() => pageZlib.inflateRawSync(given.subarray(2), flush))).toBe(
          outcome(() => nodeZlib.inflateRawSync(given.subarray(2), flush)),
        );
      }
      expect(nodeZlib.inflateSync(pageZlib.deflateSync(data, { level: 0 }))).toEqual(
        Buffer.from(data),
      );
    }),
    { numRuns: 300 },
  );
});
