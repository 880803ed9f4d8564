import { Type } from 'typebox';
import { CLOSED, Secret, Text, Whole } from './kinds.ts';

/** Highest price: ₹1,00,000.00. */
const MOST_PAISE = 10_000_000;
/** Razorpay's minimum, in paise. */
export const LEAST_PAISE = 100;

export const Payments = Type.Object(
  {
    keyId: Text({ description: 'id of the Razorpay key', example: 'rzp_live_EXAMPLE' }),
    keySecret: Secret({ description: 'the key', example: { file: 'razorpay-key' } }),
    webhookSecret: Secret({
      description:
        'secret of the webhook to `/payments/razorpay`; events: `payment_link.paid`, `payment_link.expired`, `refund.processed`, `refund.failed`, and with `plan_id` all of `subscription`',
      example: { file: 'razorpay-webhook' },
    }),
    creditPaise: Whole(
      { minimum: LEAST_PAISE, maximum: MOST_PAISE },
      {
        default: 2360,
        description: 'price of a credit in paise, GST included; multiples of 118 do not round',
      },
    ),
    monthPaise: Whole(
      { minimum: 0, maximum: MOST_PAISE },
      {
        default: 0,
        description: 'price of a month of API access in paise, GST included; 0 does not sell it',
      },
    ),
    planId: Type.Optional(
      Text({
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
