import type { Account } from '../accounts/account.rules.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { documentState } from '../documents/document-states.rules.ts';

/** Whether a signer with an expired link may have a new one mailed to themselves. */
export const mayRenew = (
  document: Pick<Document, 'status' | 'withdrawnAt' | 'signers'>,
  { signedAt }: Pick<Signer, 'signedAt'>,
  { newLinks }: Pick<Account, 'newLinks'>,
): boolean => newLinks && signedAt === null && documentState(document) === 'waiting';
