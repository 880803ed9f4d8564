import type { SigningFailure } from '../../../domain/signature.ts';
import type { EN } from './en.ts';

/** What a language has words for: all that English has, and every reason why nothing was signed. */
export type Words = typeof EN & { readonly failures: Readonly<Record<SigningFailure, string>> };
