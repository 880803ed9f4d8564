import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Flags } from '@oclif/core';
import { documentNameProblem } from '../../contract/document.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Admission } from '../../pdf/admission/refusals.ts';
import { CliError } from '../errors/cli-error.ts';
import type { CliErrorCode } from '../errors/error-codes.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { misuse } from '../errors/usage-error.ts';
import { readInputFile, unreadableFile } from '../input/read-input-file.ts';
import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';

export const nameFlag = Flags.string({
  description: 'name of the document (default: the file name)',
  helpValue: 'NAME',
  parse: async (name) => {
    const problem = documentNameProblem(name.trim());
    if (problem === undefined) return name;
    throw refused('usage', `--name: the name ${problem}`);
  },
});

export interface UploadFile {
  readonly bytes: Buffer;
  readonly name: string;
}

function refused(code: CliErrorCode, what: string): CliError {
  return new CliError({ code, what, exitCode: EXIT.usage });
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadableFile(path, 'the PDF', cause);
  });
  return found.size;
}

/** The file's name, unless the document gets another. Throws a `CliError` (exit 2). */
function nameOf(path: string, given: string | undefined): string {
  const name = path === '-' ? 'document.pdf' : basename(path);
  const problem = given === undefined ? documentNameProblem(name) : undefined;
  if (problem === undefined) return name;
  throw misuse(`the name of the file ${problem}`, 'give the document another name with --name');
}

/** Reads a PDF (`-`: stdin). Throws a `CliError` (exit 2): unreadable, too large, badly named. */
export async function readUploadFile(path: string, given?: string): Promise<UploadFile> {
  const name = nameOf(path, given);
  const isPiped = path === '-';
  const shown = isPiped ? 'stdin' : `"${path}"`;
  if (!isPiped && (await sizeOf(path)) > LIMITS.pdfBytes)
    throw refused('file_too_large', `${shown} is larger than 10 MB, the maximum`);
  const bytes = await readInputFile(path, 'the PDF');
  return { bytes, name };
}

/** Why the service would refuse a file, in its words, without a full stop. */
export const cannotBeSent = ({ message }: { readonly message: string }): string =>
  `cannot be sent: ${message.replace(/\.$/, '')}`;

/** Says that form fields of a PDF stay empty, where it was checked. */
export function warnOfEmptyFields(
  admission: Admission | undefined,
  out: Pick<Printer, 'warn'>,
): void {
  if (!admission?.ok || admission.emptyFields === 0) return;
  const empty = counted(admission.emptyFields, 'empty form field');
  out.warn(`the PDF has ${empty}, which signers cannot fill in`);
}
