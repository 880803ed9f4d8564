import type { DocumentSummary } from '../../contract/document.ts';
import { harmless } from './harmless.ts';
import { relativeTime } from './times.ts';

/** Prompts go to stderr, because stdout is for the result. */
interface PromptContext {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

const shown = (signal: AbortSignal): PromptContext => ({ output: process.stderr, signal });

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

/** Input is hidden behind stars. */
export async function askSecret(message: string, signal: AbortSignal): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  const validate = (text: string) => text.trim() !== '' || 'paste it here';
  return (await password({ message, mask: '*', validate }, shown(signal))).trim();
}

/** The default is no. */
export async function askConfirmation(message: string, signal: AbortSignal): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts');
  return confirm({ message, default: false }, shown(signal));
}

export interface Choice {
  readonly row: DocumentSummary;
  /** Where it matches what was typed. */
  readonly why?: string;
}

export interface Choices {
  readonly documents: readonly Choice[];
  readonly note?: string | undefined;
}

function choiceOf({ row, why }: Choice) {
  const { documentId, name, status, signers, createdAt } = row;
  const signed = `${signers.signed}/${signers.total} signed`;
  const parts = [name, status, signed, ...(why ? [why] : []), relativeTime(createdAt)];
  return { value: documentId, name: harmless(parts.join('  ')), description: documentId };
}

/** `choices` searches by the text typed so far, from `initial` on. */
export async function askDocument(
  choices: (term: string | undefined) => Promise<Choices>,
  initial: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { search, Separator } = await import('@inquirer/prompts');
  const source = async (term: string | undefined) => {
    const { documents, note } = await choices(term);
    const notes = note === undefined ? [] : [new Separator(note)];
    return [...documents.map(choiceOf), ...notes];
  };
  const opened = initial !== undefined && { initialValue: initial };
  const asked = { message: 'Which document?', source, pageSize: 10, ...opened };
  return search(asked, shown(signal));
}

export function isPromptInterrupted(error: unknown): boolean {
  return error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name);
}
