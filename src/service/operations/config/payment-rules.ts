import { gstinFault, stateOfGstin } from '../../billing/invoices/gstin.rules.ts';
import { STATES } from '../../billing/states.rules.ts';
import type { Broken } from './problem.ts';
import { LEAST_PAISE } from './schema/payments-schema.ts';
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
