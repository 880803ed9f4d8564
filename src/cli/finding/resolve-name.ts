import type { EsignClient } from '../../client/index.ts';
import type { DocumentStatus } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { wantedOf } from './find-flags.ts';
import type { FoundHere } from './find-here.ts';
import { findDocuments } from './find-here.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { matchText } from './match-document.ts';

const MOST_NAMED = 5;

export interface Resolving {
  readonly client: EsignClient;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
  readonly kept: KeptDocuments;
  readonly progress?: CommandContext['progress'];
  /** Status of the documents to pick from; any if undefined. */
  readonly offered?: DocumentStatus;
}

function noneMatches(text: string, others: number, offered: DocumentStatus | undefined): CliError {
  const sought = harmless(text);
  return new CliError({
    code: others > 0 ? 'invalid_state' : 'not_found',
    what:
      others > 0
        ? `no document that matches "${sought}" is ${offered}`
        : `no document matches "${sought}"`,
    next: others > 0 ? `esign docs find ${shellWord(text)}` : 'esign docs list',
    exitCode: others > 0 ? EXIT.wrongState : EXIT.notFound,
  });
}

const candidate = ({ documentId, name, matched }: FoundHere): string =>
  harmless(`${documentId} (${[name, ...matched.map(matchText)].join(', ')})`);

function undecided(text: string, found: readonly FoundHere[]): CliError {
  const more = found.length > MOST_NAMED ? [`and ${found.length - MOST_NAMED} more`] : [];
  const verb = found.length === 1 ? 'matches' : 'match';
  return new CliError({
    code: 'ambiguous_document',
    what: `${counted(found.length, 'document')} ${verb} "${harmless(text)}"; without a terminal to pick one, pass an id`,
    why: [...found.slice(0, MOST_NAMED).map(candidate), ...more].join('; '),
    next: `esign docs find ${shellWord(text)}`,
    exitCode: EXIT.usage,
  });
}

/** Documents that match, of the offered status if any. Throws a `CliError` (exit 5 or 6). */
export async function matchingDocuments(
  text: string,
  { progress, ...how }: Resolving,
): Promise<{ offered: FoundHere[]; others: number }> {
  const wanted = wantedOf({}, text);
  const all = await (progress
    ? progress('searching', (say) => findDocuments(wanted, { ...how, say }))
    : findDocuments(wanted, how));
  const offered = all.filter(({ status }) => [status, undefined].includes(how.offered));
  const others = all.length - offered.length;
  if (offered.length === 0) throw noneMatches(text, others, how.offered);
  return { offered, others };
}

/** Picked by a person from what matches; in scripts a `CliError` (exit 2) names the candidates. */
export async function resolveName(text: string, how: Resolving): Promise<string> {
  const { offered } = await matchingDocuments(text, how);
  if (!how.mayAsk) throw undecided(text, offered);
  const { pickDocument } = await import('./pick-document.ts');
  return pickDocument(offered, how, text);
}
