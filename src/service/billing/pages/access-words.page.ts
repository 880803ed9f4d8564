import { durationOf } from '../../web/dashboard/time.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { AccessFacts } from '../access.rules.ts';
import { accessOf } from '../access.rules.ts';

const { accessStates } = WORDS.credits;

/** Such as `Trial, 1 day 4 hours left`. */
export function accessWords(account: AccessFacts, now: Date): string {
  const { state, until } = accessOf(account, now);
  const left = until ? durationOf(until.getTime() - now.getTime()) : '';
  switch (state) {
    case 'none':
      return accessStates.none;
    case 'trial':
      return accessStates.trial(left);
    case 'active':
      return until ? accessStates.active(left) : accessStates.activeForEver;
    case 'past_due':
      return accessStates.pastDue(left);
    case 'lapsed':
      return account.subscription === 'trial' ? accessStates.trialOver : accessStates.lapsed;
  }
}
