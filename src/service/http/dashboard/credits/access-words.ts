import type { AccessFacts } from '../../../domain/billing/access.ts';
import { accessOf } from '../../../domain/billing/access.ts';
import { durationOf } from '../time.ts';

/** An account's access to the API in words, such as `Trial, 1 day 4 hours left`. */
export function accessWords(account: AccessFacts, now: Date): string {
  const { state, until } = accessOf(account, now);
  const left = until ? `${durationOf(until.getTime() - now.getTime())} left` : '';
  switch (state) {
    case 'none':
      return 'None: the API refuses requests';
    case 'trial':
      return `Trial, ${left}`;
    case 'active':
      return until ? `Active, ${left}` : 'Active';
    case 'past_due':
      return `Past due: the paid month is over, access ends in ${left.replace(/ left$/, '')}`;
    case 'lapsed':
      return account.subscription === 'trial'
        ? 'The trial has ended: the API refuses requests'
        : 'Lapsed: the API refuses requests';
  }
}
