import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { checkCms, MOST_ELEMENTS } from '../../../src/pdf/cms/check-cms.ts';
import { readTimestampReply } from '../../../src/pdf/cms/timestamp-request.ts';
import { elementIn, itemsOf, MOST_ITEMS, offsetByFirst, TAG } from '../../../src/pdf/trust/der.ts';
import { readCrl } from '../../../src/pdf/trust/revocation/read-crl.ts';
import { readOcsp } from '../../../src/pdf/trust/revocation/read-ocsp.ts';
import { BOUNCE_LIMITS, readBounce } from '../../../src/service/adapters/mail/read-bounce.ts';
import { ANSWER_BYTES } from '../../../src/service/adapters/payments/call.ts';
import { LIST_BYTES } from '../../../src/service/adapters/proof/http-lists.ts';
import { TOKEN_BYTES } from '../../../src/service/adapters/proof/http-timestamps.ts';
import { reencodePng } from '../../../src/service/core/branding/reencode-png.ts';
import { PROVIDER_BYTES } from '../../../src/service/members/sign-in/openid-provider.adapter.ts';
import { BODY_BYTES } from '../../../src/service/webhooks/http-client.adapter.ts';
import { der, emptyElements } from '../trust/der-elements.ts';

const deep = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const repeated = (text: string, bytes: number): string => text.repeat(bytes / text.length);

/** A TEST picture in colours of `bits` bits whose rows have the filter that takes longest. */
function aPicture(bits: 8 | 16, height: number): Buffer {
  const row = Buffer.alloc(1 + 500 * bits, 4).fill(0, 1);
  const own = PNG.sync.write(new PNG({ width: 1000, height }));
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)));
  return withPixels(own, { bits, pixels });
}

function withPixels(own: Buffer, { bits, pixels }: { bits: number; pixels: Buffer }): Buffer {
  const header = Buffer.from(own.subarray(8 + 8, 8 + 8 + 13));
  header[8] = bits;
  header[9] = 6;
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([own.subarray(0, 8), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeInt32BE(crcOf(named));
  return Buffer.concat([length, named, sum]);
}

function crcOf(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return crc ^ -1;
}

const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
const DATA = der(TAG.sequence, Buffer.from('06092a864886f70d010701', 'hex'));
const ONE = Buffer.from('020101', 'hex');

/** A CMS whose signer's tree is as wide as can be. */
const aWideCms = (elements: number): Buffer => {
  const signer = der(TAG.set, der(TAG.sequence, emptyElements(elements)));
  const content = der(TAG.sequence, ONE, der(TAG.set), DATA, signer);
  return der(TAG.sequence, SIGNED_DATA, der(0xa0, content));
};

const signedWith = (fields: Buffer): Buffer =>
  der(TAG.sequence, der(TAG.sequence, fields), DATA, der(TAG.bits, Buffer.alloc(10)));

const NO_RULES = { sha256: '', roots: [], at: new Date(), needEss: false };
const ENTRY = Buffer.from([
  0x30,
  0x13,
  0x02,
  0x02,
  1,
  2,
  0x17,
  0x0d,
  ...Buffer.from('260101000000Z'),
]);

const REPORT = 'Content-Type: multipart/report; boundary=b\r\n\r\n';
const { bytes, lines, delimiters, headerBytes } = BOUNCE_LIMITS;
const BOUNCES = [
  REPORT + '--b\r\n\r\n\r\n'.repeat(delimiters - 1),
  `To: ${repeated('a:', headerBytes - 10)}\r\n\r\n`,
  `To: ${repeated('a@b,', headerBytes - 10)}\r\n\r\n`,
  `Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(lines - 5)}`,
  repeated('Content-Type: message/rfc822\r\n\r\n', headerBytes - 10),
  `${REPORT}--b\r\nContent-Type: message/delivery-status\r\n\r\n${'Action: failed\r\n\r\n'.repeat(lines / 2 - 10)}--b--\r\n`,
  `Content-Type: text/html\r\n\r\n${repeated('<a href="', bytes - 100)}`,
];

/** The worst inputs that are known, within the bounds. */
const WORST: Readonly<Record<string, readonly (() => unknown)[]>> = {
  logos: [() => reencodePng(aPicture(8, 1000))],
  'pixels of a logo': [() => reencodePng(aPicture(16, 500))],
  'answers of a payment provider': [() => JSON.parse(deep(ANSWER_BYTES))],
  'answers of an identity provider': [() => JSON.parse(deep(PROVIDER_BYTES))],
  'signatures of signers': [() => checkCms(aWideCms(MOST_ELEMENTS - 20), NO_RULES)],
  timestamps: [
    () => {
      const reply = der(
        TAG.sequence,
        der(TAG.sequence, Buffer.from('020100', 'hex')),
        aWideCms(TOKEN_BYTES / 2 - 40),
      );
      const request = { sha256: Buffer.alloc(32), nonce: Buffer.alloc(8) };
      return readTimestampReply(reply, request, { roots: [], chain: [], now: new Date() });
    },
  ],
  'revocation lists': [
    () => readCrl(emptyElements(LIST_BYTES / 2)),
    () => readCrl(signedWith(emptyElements(LIST_BYTES / 2 - 40))),
    () =>
      offsetByFirst(Buffer.alloc(LIST_BYTES - (LIST_BYTES % ENTRY.length), ENTRY), Buffer.of(9, 9)),
  ],
  'fields of lists and of answers about certificates': [
    () => itemsOf(elementIn(der(TAG.sequence, emptyElements(MOST_ITEMS)), TAG.sequence)),
    () => readOcsp(der(TAG.sequence, emptyElements(MOST_ITEMS))),
  ],
  'answers to webhooks': [
    () => Buffer.alloc(BODY_BYTES, 0).toString('utf8').replaceAll('\0', '\ufffd'),
  ],
  bounces: BOUNCES.map((text) => () => readBounce(Buffer.from(text))),
};

/** The time, and what this process has worked, in milliseconds. */
function clocks(): { readonly time: number; readonly work: number } {
  const { user, system } = process.cpuUsage();
  return { time: performance.now(), work: (user + system) / 1000 };
}

/** How long the event loop stands still while something runs, in milliseconds; not for others, who may use the machine. */
async function standstill(run: () => unknown): Promise<number> {
  let [longest, last] = [0, clocks()];
  const tick = () => {
    const now = clocks();
    const gap = Math.min(now.time - last.time, now.work - last.work);
    [longest, last] = [Math.max(longest, gap), now];
  };
  const timer = setInterval(tick, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  longest = 0;
  // What it makes of such an input is for other tests.
  await Promise.resolve()
    .then(run)
    .catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  clearInterval(timer);
  return longest;
}

/** Prints, for each parser, the milliseconds that its worst input blocks: the least of three. */
const found: Record<string, number> = {};
for (const [name, inputs] of Object.entries(WORST)) {
  for (const input of inputs) {
    const times = [await standstill(input), await standstill(input), await standstill(input)];
    found[name] = Math.max(found[name] ?? 0, Math.round(Math.min(...times)));
  }
}
process.stdout.write(`${JSON.stringify(found)}\n`);
