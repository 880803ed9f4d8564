import { Flags } from '@oclif/core';
import type { CommandContext } from '../command-context.ts';
import { namedDocuments } from '../documents/resolve-document.ts';
import { usageError } from '../errors/usage-error.ts';
import { counted } from '../terminal/counted.ts';
import { cacheFlags } from './find-flags.ts';
import { matchingDocuments } from './resolve-name.ts';

export const allOfFlags = {
  'all-of': Flags.string({
    description: 'all completed documents that "docs find" would find by this text',
    helpValue: 'TEXT',
  }),
  ...cacheFlags,
};

async function completedMatching(text: string, context: CommandContext): Promise<string[]> {
  const how = { ...context, offered: 'COMPLETED' } as const;
  const { offered, others } = await matchingDocuments(text, how);
  if (others > 0)
    context.out.note(`${counted(others, 'matching document')} not COMPLETED, left out`);
  return offered.map(({ documentId }) => documentId);
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
    throw usageError(['--all-of cannot be used with named documents'], '');
  return completedMatching(allOf, context);
}
