import type { AccessFacts } from '../../../domain/billing/access.ts';
import { accessOf } from '../../../domain/billing/access.ts';
import { durationOf } from '../time.ts';
import { WORDS } from '../words/words.ts';

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
