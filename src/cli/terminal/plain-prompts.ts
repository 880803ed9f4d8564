import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { DocumentSummary } from '../../contract/document.ts';

export interface Choice {
  readonly row: DocumentSummary;
  /** Where it matches what was typed. */
  readonly why?: string;
}

export interface Choices {
  readonly documents: readonly Choice[];
  readonly note?: string | undefined;
}

/** As the prompts of the framework do; `isPromptInterrupted` knows the name. */
class PromptAborted extends Error {
  override readonly name = 'AbortPromptError';
}

const toNobody = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * One line from the terminal, whose own line editing is used, so that nothing is redrawn. Rejects
 * after Ctrl-C, and at the end of input.
 */
async function readLine(message: string, signal: AbortSignal, isHidden = false): Promise<string> {
  process.stderr.write(`${message} `);
  const output = isHidden ? toNobody() : undefined;
  const line = createInterface({ input: process.stdin, output, terminal: isHidden });
  const ended = new Promise<never>((_, reject) =>
    line.once('close', () => reject(new PromptAborted('the input ended'))),
  );
  try {
    return await Promise.race([line.question('', { signal }), ended]);
  } catch {
    throw new PromptAborted('the question was not answered');
  } finally {
    line.close();
    ended.catch(() => undefined);
    if (isHidden) process.stderr.write('\n');
  }
}

export async function askPlainText(
  message: string,
  { initial, problemOf }: { initial?: string; problemOf: (text: string) => string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const shown = initial === undefined ? `${message}:` : `${message} [${initial}]:`;
  for (;;) {
    const text = (await readLine(shown, signal)) || (initial ?? '');
    const problem = problemOf(text);
    if (problem === undefined) return text;
    process.stderr.write(`${problem}\n`);
  }
}

export async function askPlainSecret(message: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const text = (await readLine(`${message} (not shown):`, signal, true)).trim();
    if (text !== '') return text;
  }
}

export async function askPlainConfirmation(message: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await readLine(`${message} [y/N]`, signal)).trim());
}

/** A numbered list; a number chooses, and words search. */
export async function askPlainDocument(
  choices: (term: string | undefined) => Promise<Choices>,
  { describe, initial }: { describe: (choice: Choice) => string; initial: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  let term = initial;
  for (;;) {
    const { documents, note } = await choices(term);
    const lines = documents.map((one, index) => `${index + 1}. ${describe(one)}`);
    process.stderr.write(`${[...lines, ...(note === undefined ? [] : [note])].join('\n')}\n`);
    const said = (await readLine('Which document? A number, or words to search:', signal)).trim();
    const chosen = /^\d{1,3}$/.test(said) ? documents[Number(said) - 1] : undefined;
    if (chosen) return chosen.row.documentId;
    term = said || undefined;
  }
}
