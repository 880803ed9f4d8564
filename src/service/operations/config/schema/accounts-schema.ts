import { Type } from 'typebox';
import { DEFAULT_QUOTAS } from '../../../core/quotas.rules.ts';
import { CLOSED, Identifier, Secret, TABLE, Text, Whole } from './kinds.ts';

const MAX_REQUESTS = 1_000_000;
const MAX_PDF_SECONDS = 100_000;
const MAX_DRAFTS = 1_000_000;
const MAX_ENTRIES = 10_000;
const MAX_PERCENT = 50;

const quota = (maximum: number, value: number, description: string) =>
  Whole(1, maximum, { default: value, description });

export const Limits = Type.Object(
  {
    accountPerMinute: quota(MAX_REQUESTS, 600, 'most requests a minute of an account to the API'),
    pdfSecondsPerMinute: quota(
      MAX_PDF_SECONDS,
      60,
      'most seconds of processor time a minute that reading and writing the PDFs of an account may take; beyond that its uploads, sends and certificates get 503',
    ),
    drafts: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.drafts,
      'most documents of an account that were not sent; further ones get 400',
    ),
    draftMegabytes: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.draftMegabytes,
      'most megabytes that the files of these documents take together',
    ),
    draftsWithoutCredits: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.draftsWithoutCredits,
      'most documents that were not sent, while the account has no credits',
    ),
    endpoints: quota(MAX_ENTRIES, DEFAULT_QUOTAS.endpoints, 'most webhook endpoints of an account'),
    members: quota(
      MAX_ENTRIES,
      DEFAULT_QUOTAS.members,
      'most members of an account, counting those who were invited',
    ),
    passkeys: quota(MAX_ENTRIES, DEFAULT_QUOTAS.passkeys, 'most passkeys of a person'),
    freeDiskPercent: Whole(0, MAX_PERCENT, {
      default: DEFAULT_QUOTAS.freeDiskPercent,
      description:
        'share in percent of the volume of the files, or of the spool, below which uploads get 503; 0 takes uploads until it is full',
    }),
  },
  {
    ...TABLE,
    description:
      'Limits of requests, shared by all processes, and of what an account may have at a time.',
  },
);

/** Highest price: ₹1,00,000.00. */
const MOST_PAISE = 10_000_000;
/** Razorpay's minimum, in paise. */
export const LEAST_PAISE = 100;

const KEY = {
  pattern: '^rzp_(test|live)_[A-Za-z0-9]+$',
  rule: 'must be the id of a Razorpay key, rzp_live_… or rzp_test_…',
};
const PLAN = {
  pattern: '^plan_[A-Za-z0-9]+$',
  rule: 'must be the id of a Razorpay plan, plan_…',
};

export const Payments = Type.Object(
  {
    keyId: Identifier(KEY, { description: 'id of the Razorpay key', example: 'rzp_live_EXAMPLE' }),
    keySecret: Secret({ description: 'the key', example: { file: 'razorpay-key' } }),
    webhookSecret: Secret({
      description:
        'secret of the webhook to `/payments/razorpay`; events: `payment_link.paid`, `payment_link.expired`, `refund.processed`, `refund.failed`, and with `plan_id` all of `subscription`',
      example: { file: 'razorpay-webhook' },
    }),
    creditPaise: Whole(LEAST_PAISE, MOST_PAISE, {
      default: 2360,
      description: 'price of a credit in paise, GST included; multiples of 118 do not round',
    }),
    monthPaise: Whole(0, MOST_PAISE, {
      default: 0,
      description: 'price of a month of API access in paise, GST included; 0 does not sell it',
    }),
    planId: Type.Optional(
      Identifier(PLAN, {
        description:
          'id of a Razorpay plan that charges `month_paise` every month; with it, customers can subscribe by a mandate',
        example: 'plan_EXAMPLE',
      }),
    ),
    supplierName: Text({
      description: 'legal name of the supplier, as invoices show it',
      example: 'Example Signatures Private Limited',
    }),
    supplierAddress: Text({
      description: 'its address, without the state',
      example: '1 Example Road, Bengaluru 560001',
    }),
    supplierState: Text({ description: 'GST code of its state, two digits', example: '29' }),
    supplierGstin: Type.Optional(
      Text({ description: 'its GSTIN; needed in production', example: '29AAAAA0000A1Z5' }),
    ),
    sac: Text({ default: '998319', description: 'code of the service (SAC) on invoices' }),
  },
  {
    ...CLOSED,
    description:
      'Payments by Razorpay. Without this table, nothing is sold: credits and access are granted by `esign admin`.',
  },
);

const Provider = Type.Object(
  {
    id: Text({
      description:
        'short name in its addresses: letters, digits and hyphens; at the provider, register `PUBLIC_URL/dashboard/sign-in/oidc/ID/return`',
      example: 'example',
    }),
    name: Text({ description: 'label of the sign-in button', example: 'Example Company' }),
    issuer: Text({
      description:
        'https address of the issuer, as it names itself; `/.well-known/openid-configuration` is read below it',
      example: 'https://id.example.in',
    }),
    clientId: Text({ description: 'client id at the provider', example: 'esign' }),
    clientSecret: Secret({
      description: 'client secret at the provider',
      example: { file: 'sign-in/example-secret' },
    }),
    domains: Type.Array(Type.String({ minLength: 1 }), {
      description:
        'domains of mail addresses that it vouches for, in lower case: only members with such an address sign in by it, if it says that the address is verified',
      example: ['example.in'],
    }),
    only: Type.Boolean({
      default: false,
      description: 'whether mails and passkeys let nobody in whose address is of these domains',
    }),
  },
  CLOSED,
);

export const SignIn = Type.Object(
  {
    providers: Type.Optional(
      Type.Array(Provider, {
        description:
          'Identity providers of companies (OpenID Connect), by which their members sign in to the dashboard.',
      }),
    ),
  },
  { ...TABLE, description: 'Sign-in to the dashboard, besides mails and passkeys.' },
);
