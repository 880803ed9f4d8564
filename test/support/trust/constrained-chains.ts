import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { Row } from './chain-rows.ts';
import { PURPOSE, refusedByUs, row, three } from './chain-rows.ts';
import { der } from './make-chain.ts';

const TLS = '1.3.6.1.5.5.7.3.1';
const STAMPS = '1.3.6.1.5.5.7.3.8';
const POLICY = '2.16.356.100.2.4.1';
const OTHER_POLICY = '2.16.356.100.2.4.2';
const ANY_POLICY = '2.5.29.32.0';
const required = { policies: [POLICY] };

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;

/** Name constraints with one base. */
function names(list: number, kind: number, base: Uint8Array): x509.Extension {
  const value = der(0x30, der(list, der(0x30, der(kind, base))));
  return new x509.Extension('2.5.29.30', true, value);
}

const organisation = (text: string) => Buffer.from(new x509.Name(`O=${text}`).toArrayBuffer());
const also = (kind: 'email' | 'dns' | 'ip', value: string) =>
  new x509.SubjectAlternativeNameExtension([{ type: kind, value }]);
const text = (value: string) => Buffer.from(value);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const POLICY_HEX = '608264640204';
const mapping = new x509.Extension(
  '2.5.29.33',
  true,
  der(0x30, der(0x30, oid(`${POLICY_HEX}02`), oid(`${POLICY_HEX}01`))),
);
const demand = new x509.Extension('2.5.29.36', true, der(0x30, der(0x80, Buffer.from([0]))));

/** Chains that depend on names, policies and purposes. */
export const CONSTRAINED: readonly Row[] = [
  row(
    'a permitted organisation',
    'TRUSTED',
    three({
      sub: { extra: [names(PERMITTED, 0xa4, organisation('test'))] },
      leaf: { subject: 'O=TEST, CN=Asha Rao' },
    }),
  ),
  row(
    'another organisation than permitted',
    'NAME_CONSTRAINTS',
    three({ sub: { extra: [names(PERMITTED, 0xa4, organisation('Other'))] } }),
  ),
  row(
    'an excluded organisation',
    'NAME_CONSTRAINTS',
    three({
      sub: { extra: [names(EXCLUDED, 0xa4, organisation('test'))] },
      leaf: { subject: 'O=TEST, CN=Asha Rao' },
    }),
  ),
  row(
    'an e-mail address elsewhere',
    'NAME_CONSTRAINTS',
    three({
      sub: { extra: [names(PERMITTED, 0x81, text('example.in'))] },
      leaf: { extra: [also('email', 'asha@example.com')] },
    }),
  ),
  row(
    'a permitted e-mail address',
    'TRUSTED',
    three({
      sub: { extra: [names(PERMITTED, 0x81, text('example.in'))] },
      leaf: { extra: [also('email', 'asha@example.in')] },
    }),
  ),
  row(
    'a host in an excluded domain',
    'NAME_CONSTRAINTS',
    three({
      root: { extra: [names(EXCLUDED, 0x82, text('example.in'))] },
      leaf: { extra: [also('dns', 'a.example.in')] },
    }),
  ),
  row(
    'an address outside of a network',
    'NAME_CONSTRAINTS',
    three({
      sub: { extra: [names(PERMITTED, 0x87, Buffer.from([10, 0, 0, 0, 255, 0, 0, 0]))] },
      leaf: { extra: [also('ip', '11.0.0.1')] },
    }),
  ),
  row(
    'the required policy',
    'TRUSTED',
    three({ sub: { policies: [POLICY] }, leaf: { policies: [POLICY] }, rest: required }),
  ),
  row(
    'any policy for the authority',
    'TRUSTED',
    three({ sub: { policies: [ANY_POLICY] }, leaf: { policies: [POLICY] }, rest: required }),
  ),
  row(
    'another policy',
    'POLICY',
    three({ sub: { policies: [ANY_POLICY] }, leaf: { policies: [OTHER_POLICY] }, rest: required }),
  ),
  row(
    'an authority without the policy',
    'POLICY',
    three({ leaf: { policies: [POLICY] }, rest: required }),
  ),
  row(
    'any policy for the signer',
    'POLICY',
    three({ sub: { policies: [ANY_POLICY] }, leaf: { policies: [ANY_POLICY] }, rest: required }),
    refusedByUs("anyPolicy in a signer's certificate counts for it"),
  ),
  row(
    'a policy mapped to the required one',
    'POLICY',
    three({
      sub: { policies: [POLICY, OTHER_POLICY], extra: [mapping] },
      leaf: { policies: [POLICY] },
      rest: required,
    }),
    refusedByUs('it follows mappings'),
  ),
  row(
    'an authority that demands a policy',
    'POLICY',
    three({ sub: { extra: [demand], policies: [POLICY] } }),
  ),
  row('no key usage', 'TRUSTED', three({ leaf: { usage: null } })),
  row('document signing', 'TRUSTED', three({ leaf: { purposes: ['1.3.6.1.5.5.7.3.36'] } })),
  row(
    'key encipherment only',
    'WRONG_USE',
    three({ leaf: { usage: x509.KeyUsageFlags.keyEncipherment } }),
    PURPOSE,
  ),
  row('a TLS server', 'WRONG_USE', three({ leaf: { purposes: [TLS] } }), PURPOSE),
  row('an authority as the signer', 'WRONG_USE', three({ leaf: { ca: true } }), PURPOSE),
  row(
    'an authority for TLS servers only',
    'ISSUER_USE',
    three({ sub: { purposes: [TLS] } }),
    PURPOSE,
  ),
  row(
    'a timestamping authority',
    'TRUSTED',
    three({
      leaf: { purposes: [STAMPS], isPurposeCritical: true },
      rest: { purpose: 'timestamping' },
    }),
  ),
  row(
    'timestamping that is not critical',
    'WRONG_USE',
    three({ leaf: { purposes: [STAMPS] }, rest: { purpose: 'timestamping' } }),
    PURPOSE,
  ),
  row(
    'timestamping and more',
    'WRONG_USE',
    three({
      leaf: { purposes: [STAMPS, TLS], isPurposeCritical: true },
      rest: { purpose: 'timestamping' },
    }),
    PURPOSE,
  ),
];
