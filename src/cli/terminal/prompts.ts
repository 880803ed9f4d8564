import type { DocumentSummary } from '../../contract/document.ts';
import { harmless } from './harmless.ts';
import { localTime } from './times.ts';

/** How a prompt is shown: on stderr, so that stdout holds the result only; ended by the command's signal. */
interface PromptContext {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

const shown = (signal: AbortSignal): PromptContext => ({ output: process.stderr, signal });

/** Asks for a text; `problemOf` says what is wrong with an answer. */
export async function askText(
  message: string,
  options: { readonly initial?: string; readonly problemOf: (text: string) => string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { input } = await import('@inquirer/prompts');
  return input(
    {
      message,
      ...(options.initial !== undefined && { default: options.initial }),
      validate: (text) => options.problemOf(text) ?? true,
    },
    shown(signal),
  );
}

/** Asks for a key or secret; what is typed shows as stars. */
export async function askSecret(message: string, signal: AbortSignal): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  const validate = (text: string) => text.trim() !== '' || 'paste it here';
  return (await password({ message, mask: '*', validate }, shown(signal))).trim();
}

/** Asks for a yes; no is the default. */
export async function askConfirmation(message: string, signal: AbortSignal): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts');
  return confirm({ message, default: false }, shown(signal));
}

/** Lets one document be picked from a list that can be searched by name, state and id. */
export async function pickDocument(
  documents: readonly DocumentSummary[],
  signal: AbortSignal,
): Promise<string> {
  const { search } = await import('@inquirer/prompts');
  const choices = documents.map((item) => ({
    value: item.documentId,
    name: `${harmless(item.name)}  ${item.status}  ${item.signers.signed}/${item.signers.total} signed  ${localTime(item.createdAt)}`,
    description: item.documentId,
  }));
  const source = (term: string | undefined) => {
    const sought = (term ?? '').toLowerCase();
    return choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(sought));
  };
  return search({ message: 'Which document?', source, pageSize: 10 }, shown(signal));
}

/** True for the error with which a prompt ends when Ctrl-C is pressed in it. */
export function isPromptInterrupted(error: unknown): boolean {
  return error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name);
}
