import type { IdentityProvider } from '../../../ports/identity-provider.ts';
import type { DashboardPage } from '../shell.ts';
import { noticePage } from '../shell.ts';
import { WORDS } from '../words/words.ts';
import { SIGN_IN } from './sign-in-pages.ts';

const { provider: words } = WORDS.signIn;

/** Why somebody who went to a provider is not signed in. */
export type ProviderProblem = 'unreachable' | 'refused' | 'lost' | 'noMember' | 'otherPerson';

const STATUS: Readonly<Record<ProviderProblem, number>> = {
  unreachable: 502,
  refused: 403,
  lost: 400,
  noMember: 403,
  otherPerson: 403,
};

/** Says why, and leads back. */
export function providerProblemPage(
  problem: ProviderProblem,
  { name }: Pick<IdentityProvider, 'name'>,
): DashboardPage {
  const { title, words: told } = words[problem];
  return noticePage(STATUS[problem], title, {
    words: typeof told === 'string' ? told : told(name),
    next: { path: SIGN_IN, label: words.next },
  });
}
