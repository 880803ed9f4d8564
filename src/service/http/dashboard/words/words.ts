import { credits } from './credits.ts';
import { paymentDesk } from './payment-desk.ts';

/** Every text of the dashboard, by subject. */
export const WORDS = {
  credits,
  paymentDesk,
};
