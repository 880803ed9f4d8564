import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { addTimestamp } from '../../../src/pdf/cms/add-timestamp.ts';
import { checkTimestamp } from '../../../src/pdf/cms/check-timestamp.ts';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import { toIndefinite } from '../../../src/sandbox/authority/pki/signed-data.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';
import { documentToken } from '../../support/trust/timestamp-cms.ts';

const authority = await testAuthority();
const roots = [authority.root];
const issue = { usages: ['1.3.6.1.5.5.7.3.8'], criticalUsages: true };
const tsa = await authority.issue('TEST Timestamps', issue);
const identity = await authority.issue('Asha Rao');
const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);

const der = createCms({ sha256: 'ab'.repeat(32), ...identity, ess: true });

const stamped = (cms: Buffer): Buffer => {
  const { signature } = readCms(cms);
  const imprint = createHash('sha256').update(signature).digest();
  return addTimestamp(cms, documentToken(imprint, tsa, at));
};

test.each([
  ['DER', der],
  ['BER of indefinite lengths', toIndefinite(der)],
])('a token is added to a CMS in %s, and nothing else in it changes', (_form, cms) => {
  const [before, after] = [readCms(cms), readCms(stamped(cms))];
  expect(after.signedBytes).toEqual(before.signedBytes);
  expect(after.signature).toEqual(before.signature);
  expect(after.certificates.map(({ raw }) => raw)).toEqual(
    before.certificates.map(({ raw }) => raw),
  );
  const time = checkTimestamp(after, { roots, intermediates: [] });
  expect(time).toEqual({
    at,
    authority: 'TEST Timestamps',
    revocation: 'not_checked',
    endsAt: new Date(
      Math.min(...[tsa.certificate, ...roots].map(({ validTo }) => Date.parse(validTo))),
    ),
  });
});

test('lengths stay in their form', () => {
  expect(stamped(der).subarray(0, 2)).not.toEqual(Buffer.of(0x30, 0x80));
  expect(stamped(toIndefinite(der)).subarray(0, 2)).toEqual(Buffer.of(0x30, 0x80));
});

test('other unsigned attributes are kept, in the order of DER', () => {
  const twice = addTimestamp(stamped(der), documentToken(Buffer.alloc(32), tsa, at));
  const { tokens } = readCms(twice);
  expect(tokens).toHaveLength(2);
  expect(Buffer.compare(tokens[0]!, tokens[1]!)).toBeLessThan(0);
});

test.each([
  ['trailing bytes', Buffer.concat([der, Buffer.of(0)])],
  ['no CMS', Buffer.of(0x30, 0x03, 0x02, 0x01, 0x01)],
])('%s is refused', (_what, cms) => {
  expect(() => addTimestamp(cms, documentToken(Buffer.alloc(32), tsa, at))).toThrow(
    expect.objectContaining({ code: 'CMS_PARSE' }),
  );
});

test('a CMS with a timestamp attribute that has no value cannot be read', () => {
  expect(() => readCms(addTimestamp(der, Buffer.alloc(0)))).toThrow(
    expect.objectContaining({ code: 'CMS_PARSE', message: expect.stringContaining('no value') }),
  );
});
