import { openRazorpay } from '../../../src/service/adapters/payments/razorpay.ts';
import { pollPayments } from '../../../src/service/billing/orders/settle-payment.ts';
import { RAZORPAY_KEYS } from '../payments/razorpay-server.ts';
import { TEST_SHOP } from '../payments/test-shop.ts';
import type { VictimStore } from './victim-store.ts';
import { openVictimStore } from './victim-store.ts';
import { watchSteps } from './watch-steps.ts';

/** What a process that settles payments, and is killed, is told. */
export interface SettlementVictim extends VictimStore {
  /** The address of Razorpay. */
  readonly baseUrl: string;
  /** The call of the store before which it kills itself, counted from 1 once it is open; without it, none. */
  readonly dieAt?: number;
}

/** Settles what is paid and not settled yet, and prints the name of each step before it. Argument: a `SettlementVictim`, JSON. */
async function run(told: SettlementVictim): Promise<void> {
  const opened = await openVictimStore(told);
  const { store } = watchSteps(
    { store: opened },
    {
      before: ({ number, name }) => {
        process.stdout.write(`${name}\n`);
        if (number === told.dieAt) process.kill(process.pid, 'SIGKILL');
      },
    },
  );
  const payments = openRazorpay({ ...RAZORPAY_KEYS, baseUrl: told.baseUrl });
  const clock = { now: () => new Date() };
  const onError = (error: unknown) => {
    throw error;
  };
  await pollPayments({ store, clock, billing: { ...TEST_SHOP, payments }, onError });
  await opened.close();
}

run(JSON.parse(process.argv[2] ?? '')).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
