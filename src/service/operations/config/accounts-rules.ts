import { parseUrl } from '../../../contract/parse-url.ts';
import { gstinFault, STATES, stateOfGstin } from '../../billing/invoices/gstin.rules.ts';
import type { Broken } from './problem.ts';
import { LEAST_PAISE } from './schema/accounts-schema.ts';
import type { Config } from './schema/schema.ts';

const TEST_KEY = 'rzp_test_';
const SAC = /^\d{4,8}$/;

type Payments = NonNullable<Config['payments']>;

/** Money and signatures must be both real or both for tests. */
function keyRule({ keyId }: Payments, environment: Config['environment']): Broken[] {
  const isTest = environment === 'test';
  if (keyId.startsWith(TEST_KEY) === isTest) return [];
  const fault = isTest
    ? `must begin with ${TEST_KEY} while environment is "test"`
    : `is a key for tests, while environment is "production"`;
  return [{ path: ['payments', 'keyId'], fault, hint: 'take the key from Razorpay of that mode' }];
}

function gstinRule(
  { supplierGstin: gstin, supplierState: state }: Payments,
  environment: Config['environment'],
): Broken[] {
  const path = ['payments', 'supplierGstin'];
  if (gstin === undefined) {
    return environment === 'test' ? [] : [{ path, fault: 'is missing: tax invoices need it' }];
  }
  const fault = gstinFault(gstin);
  if (fault !== undefined) return [{ path, fault: `is not valid: it ${fault}` }];
  if (stateOfGstin(gstin) === state) return [];
  return [{ path, fault: `is registered in another state than payments.supplier_state` }];
}

export function paymentRules({ payments, environment }: Config): Broken[] {
  if (!payments) return [];
  const { supplierState: state, sac, monthPaise, planId } = payments;
  return [
    ...keyRule(payments, environment),
    ...(monthPaise > 0 && monthPaise < LEAST_PAISE
      ? [{ path: ['payments', 'monthPaise'], fault: `must be 0, or at least ${LEAST_PAISE}` }]
      : []),
    ...(planId !== undefined && monthPaise === 0
      ? [
          {
            path: ['payments', 'planId'],
            fault: 'needs payments.month_paise, the price that it charges',
          },
        ]
      : []),
    ...(Object.hasOwn(STATES, state)
      ? gstinRule(payments, environment)
      : [
          {
            path: ['payments', 'supplierState'],
            fault: `must be the GST code of a state, not "${state}"`,
          },
        ]),
    ...(SAC.test(sac) ? [] : [{ path: ['payments', 'sac'], fault: 'must have 4 to 8 digits' }]),
  ];
}

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);

type Provider = NonNullable<Config['signIn']['providers']>[number];

const ID = /^[a-z0-9-]+$/;
const LOWER_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function issuerFault(issuer: string, environment: Config['environment']): string | undefined {
  const url = parseUrl(issuer);
  if (url?.protocol === 'https:') return url.search || url.hash ? 'must have no query' : undefined;
  if (url?.protocol !== 'http:') return 'must be an https address';
  if (environment === 'test' && isLoopback(url)) return undefined;
  return 'must begin with https://; http is for loopback addresses while environment is "test"';
}

function idFault({ id }: Provider, index: number, all: readonly Provider[]): string | undefined {
  if (!ID.test(id)) return `must have small letters, digits and hyphens only, not "${id}"`;
  const before = all.findIndex((one) => one.id === id);
  return before === index ? undefined : `is the id of sign_in.providers[${before}] too`;
}

function domainsFault(
  { domains }: Provider,
  index: number,
  all: readonly Provider[],
): string | undefined {
  if (domains.length === 0) return 'is missing: nobody could sign in';
  const wrong = domains.find((domain) => !LOWER_DOMAIN.test(domain));
  if (wrong !== undefined) return `must hold domains in lower case, not "${wrong}"`;
  const owner = (domain: string) => all.findIndex((one) => one.domains.includes(domain));
  const taken = domains.find((domain) => owner(domain) !== index);
  if (taken === undefined) return undefined;
  return `has "${taken}", which is in sign_in.providers[${owner(taken)}] too`;
}

export function signInRules({ signIn: { providers = [] }, environment }: Config): Broken[] {
  return providers.flatMap((provider, index) => {
    const faults = {
      id: idFault(provider, index, providers),
      issuer: issuerFault(provider.issuer, environment),
      domains: domainsFault(provider, index, providers),
    };
    return Object.entries(faults).flatMap(([name, fault]): Broken[] =>
      fault === undefined
        ? []
        : [{ path: ['signIn', 'providers', String(index), name], fault, hint: 'correct it' }],
    );
  });
}
