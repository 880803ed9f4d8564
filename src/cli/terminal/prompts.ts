import { readEnvironment } from '../profiles/profile.ts';
import { harmless } from './harmless.ts';
import type { Choice, Choices } from './plain-prompts.ts';
import { relativeTime } from './times.ts';

/** Prompts go to stderr, because stdout is for the result. */
interface PromptContext {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

const shown = (signal: AbortSignal): PromptContext => ({ output: process.stderr, signal });

const plainPrompts = () => import('./plain-prompts.ts');

const typeKey = (text: string, name: string) =>
  process.stdin.emit('keypress', text, { name, sequence: text });

/** After Ctrl-Z and `fg`: input is read again, and a key that is taken back repaints the prompt. */
function wake(): void {
  setImmediate(() => {
    process.stdin.resume();
    typeKey(' ', 'space');
    typeKey('', 'backspace');
  });
}

async function survivingStop<T>(prompt: Promise<T>): Promise<T> {
  process.on('SIGCONT', wake);
  try {
    return await prompt;
  } finally {
    process.off('SIGCONT', wake);
  }
}

export async function askText(
  message: string,
  options: { readonly initial?: string; readonly problemOf: (text: string) => string | undefined },
  signal: AbortSignal,
): Promise<string> {
  if (readEnvironment().isPlain)
    return (await plainPrompts()).askPlainText(message, options, signal);
  const { input } = await import('@inquirer/prompts');
  const question = {
    message,
    ...(options.initial !== undefined && { default: options.initial }),
    validate: (text: string) => options.problemOf(text) ?? true,
  };
  return survivingStop(input(question, shown(signal)));
}

/** Input is hidden behind stars. */
export async function askSecret(message: string, signal: AbortSignal): Promise<string> {
  if (readEnvironment().isPlain) return (await plainPrompts()).askPlainSecret(message, signal);
  const { password } = await import('@inquirer/prompts');
  const validate = (text: string) => text.trim() !== '' || 'paste it here';
  const question = { message, mask: '*', validate };
  return (await survivingStop(password(question, shown(signal)))).trim();
}

/** The default is no. */
export async function askConfirmation(message: string, signal: AbortSignal): Promise<boolean> {
  if (readEnvironment().isPlain)
    return (await plainPrompts()).askPlainConfirmation(message, signal);
  const { confirm } = await import('@inquirer/prompts');
  return survivingStop(confirm({ message, default: false }, shown(signal)));
}

function describe({ row, why }: Choice): string {
  const { name, status, signers, createdAt } = row;
  const signed = `${signers.signed}/${signers.total} signed`;
  const parts = [name, status, signed, ...(why ? [why] : []), relativeTime(createdAt)];
  return harmless(parts.join('  '));
}

function choiceOf(choice: Choice) {
  const { documentId } = choice.row;
  return { value: documentId, name: describe(choice), description: documentId };
}

/** `choices` searches by the text typed so far, from `initial` on. */
export async function askDocument(
  choices: (term: string | undefined) => Promise<Choices>,
  initial: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (readEnvironment().isPlain) {
    const { askPlainDocument } = await plainPrompts();
    return askPlainDocument(choices, { describe, initial }, signal);
  }
  const { search, Separator } = await import('@inquirer/prompts');
  const source = async (term: string | undefined) => {
    const { documents, note } = await choices(term);
    const notes = note === undefined ? [] : [new Separator(note)];
    return [...documents.map(choiceOf), ...notes];
  };
  const opened = initial !== undefined && { initialValue: initial };
  const asked = { message: 'Which document?', source, pageSize: 10, ...opened };
  return survivingStop(search(asked, shown(signal)));
}

export function isPromptInterrupted(error: unknown): boolean {
  return error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name);
}
