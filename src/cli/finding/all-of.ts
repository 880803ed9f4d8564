import { Flags } from '@oclif/core';
import type { CommandContext } from '../command-context.ts';
import { namedDocuments } from '../documents/resolve-document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { usageError } from '../errors/usage-error.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { findDocuments } from './find-documents.ts';
import { cacheFlags, wantedOf } from './find-flags.ts';

export const allOfFlags = {
  'all-of': Flags.string({
    description: 'all completed documents that "docs find" would find by this text',
    helpValue: 'TEXT',
  }),
  ...cacheFlags,
};

function noneCompleted(text: string, others: number): CliError {
  const sought = harmless(text);
  return new CliError({
    code: others > 0 ? 'invalid_state' : 'not_found',
    what:
      others > 0
        ? `no document that matches "${sought}" is COMPLETED`
        : `no document matches "${sought}"`,
    next: others > 0 ? `esign docs find ${shellWord(text)}` : 'esign docs list',
    exitCode: others > 0 ? EXIT.wrongState : EXIT.notFound,
  });
}

async function completedMatching(text: string, context: CommandContext): Promise<string[]> {
  const { out } = context;
  const wanted = wantedOf({}, text);
  const found = await context.progress('searching', (say) =>
    findDocuments(wanted, { ...context, say }),
  );
  const completed = found.filter(({ status }) => status === 'COMPLETED');
  const others = found.length - completed.length;
  if (completed.length === 0) throw noneCompleted(text, others);
  if (others > 0) out.note(`${counted(others, 'matching document')} not COMPLETED, left out`);
  return completed.map(({ documentId }) => documentId);
}

/**
 * Names, all completed matches, or one picked. Throws a `CliError` (exit 2: names and a text, 5: no
 * match, 6: none completed), and throws like `namedDocuments`.
 */
export async function documentsToSave(
  texts: readonly string[] | undefined,
  allOf: string | undefined,
  context: CommandContext,
): Promise<string[]> {
  if (allOf === undefined) return namedDocuments(texts, { ...context, offered: 'COMPLETED' });
  if (texts && texts.length > 0)
    throw usageError(['--all-of cannot be used with ids of documents'], '');
  return completedMatching(allOf, context);
}
