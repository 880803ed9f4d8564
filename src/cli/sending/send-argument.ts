import { isDocumentName } from '../documents/resolve-document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { SignerFlags } from '../signers/read-signers.ts';
import type { Expectation } from './expectation.ts';

/** The flags of a send that say what is sent. */
export interface SendFlags extends SignerFlags, Expectation {
  readonly name?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** What is sent: a document of the service's, or a file. */
export type SendTarget =
  | { readonly kind: 'document'; readonly name: string | undefined }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Tells a document from a file: what looks like an id, or nothing, is a document. Throws a `CliError` (exit 2) when a
 * document comes with flags that only a file takes.
 */
export function sendArgument(text: string | undefined, flags: SendFlags): SendTarget {
  if (text !== undefined && !isDocumentName(text)) return { kind: 'file', path: text };
  const only = ['signer', 'signers', 'name', 'expect-sha256'] as const;
  const stray = only.filter((flag) => flags[flag]);
  if (stray.length === 0) return { kind: 'document', name: text };
  const isAboutSigners = flags.signer !== undefined || flags.signers !== undefined;
  throw new CliError({
    code: 'usage',
    what: `${stray.map((flag) => `--${flag}`).join(' and ')} can only be given with a file`,
    why:
      text === undefined
        ? 'no file was named'
        : `"${text}" looks like the id of a document; a file of that name is ./${text}`,
    next: isAboutSigners && text !== undefined ? `esign signers add ${text}` : 'esign send --help',
    exitCode: EXIT.usage,
  });
}
