import type { SigningFailure } from '../../../domain/signature.ts';
import type { SigningView } from '../../../use-cases/signatures/open-link.ts';
import type { PageFiles } from '../page-files.ts';

/** What a signer's page is made of, as their link shows it now. */
export interface LinkPage {
  readonly view: SigningView;
  /** Path of the signer's own page: forms post to it, and what else it needs lies below it. */
  readonly path: string;
  /** What went wrong just now. */
  readonly problem?: SigningFailure | 'no-consent' | undefined;
  readonly files: PageFiles;
}
