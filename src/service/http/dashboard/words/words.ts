import { audit } from './audit.ts';
import { commands } from './commands.ts';
import { common } from './common.ts';
import { credits } from './credits.ts';
import { deliveries } from './deliveries.ts';
import { documents } from './documents.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { paymentDesk } from './payment-desk.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { webhooks } from './webhooks.ts';

/** Every text of the dashboard, by subject. */
export const WORDS = {
  audit,
  commands,
  common,
  credits,
  deliveries,
  documents,
  home,
  keys,
  me,
  members,
  paymentDesk,
  requests,
  settings,
  signIn,
  webhooks,
};
