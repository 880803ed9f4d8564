import type { Broken } from './problem.ts';
import type { Config } from './schema/schema.ts';

interface Form {
  readonly pattern: RegExp;
  readonly fault: string;
}

/** In rows, metrics and log lines. */
const OWN: Form = {
  pattern: /^[A-Za-z0-9][\w.-]{0,63}$/,
  fault: 'must have letters, digits, dots, hyphens and underscores only, at most 64',
};
/** Given by somebody else. */
const GIVEN: Form = {
  pattern: /^[\x21-\x7e]{1,256}$/,
  fault: 'must have no spaces, and ASCII characters only',
};
const BUCKET: Form = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
  fault: 'must be the name of a bucket, without a path or address',
};
const RAZORPAY_KEY: Form = {
  pattern: /^rzp_(test|live)_[A-Za-z0-9]+$/,
  fault: 'must be the id of a Razorpay key, rzp_live_… or rzp_test_…',
};
const RAZORPAY_PLAN: Form = {
  pattern: /^plan_[A-Za-z0-9]+$/,
  fault: 'must be the id of a Razorpay plan, plan_…',
};

type Identifier = readonly [path: readonly string[], value: string | undefined, form: Form];

const misfits = (identifiers: readonly Identifier[]): Broken[] =>
  identifiers.flatMap(([path, value, { pattern, fault }]) =>
    value === undefined || pattern.test(value)
      ? []
      : [{ path, fault: `${fault}, not ${JSON.stringify(value)}` }],
  );

export const gatewayIds = ({ gateways }: Pick<Config, 'gateways'>): Broken[] =>
  misfits(
    gateways.flatMap(({ id, aspId }, index): Identifier[] => [
      [['gateways', String(index), 'id'], id, OWN],
      [['gateways', String(index), 'aspId'], aspId, GIVEN],
    ]),
  );

export const keyIds = ({ keys }: Pick<Config, 'keys'>): Broken[] =>
  misfits(
    (['links', 'sealing'] as const).flatMap((ring) =>
      keys[ring].map(({ id }, index): Identifier => [['keys', ring, String(index), 'id'], id, OWN]),
    ),
  );

export const bucketIds = ({ files: { s3 } }: Pick<Config, 'files'>): Broken[] =>
  misfits([
    [['files', 's3', 'bucket'], s3?.bucket, BUCKET],
    [['files', 's3', 'region'], s3?.region, GIVEN],
    [['files', 's3', 'accessKeyId'], s3?.accessKeyId, GIVEN],
  ]);

export const paymentIds = ({ payments }: Pick<Config, 'payments'>): Broken[] =>
  misfits([
    [['payments', 'keyId'], payments?.keyId, RAZORPAY_KEY],
    [['payments', 'planId'], payments?.planId, RAZORPAY_PLAN],
  ]);
