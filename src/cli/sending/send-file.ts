import type { EsignClient, SendResult } from '../../client/index.ts';
import { EsignError, OutcomeUnknownError } from '../../client/index.ts';
import type { SignerInput } from '../../contract/signer.ts';
import type { UploadFile } from '../documents/upload-file.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';

/** A file to be sent in one step. */
export interface FileToSend {
  readonly file: UploadFile;
  readonly name: string | undefined;
  readonly signers: readonly SignerInput[];
}

function leftBehind(error: unknown, documentId: string, next: string): unknown {
  // What is unknown keeps its own words and code: a caller must not mistake it for a refusal
  if (!(error instanceof EsignError) || error instanceof OutcomeUnknownError) return error;
  const { code, message, why, exitCode } = describeError(error, { baseUrl: undefined });
  const kept = `the document ${documentId} was created and is PENDING`;
  return new CliError({
    code,
    what: message,
    why: why === undefined ? kept : `${why}; ${kept}`,
    next,
    exitCode,
    documentId,
    cause: error,
  });
}

/**
 * Creates a document, adds its signers and sends it. Throws the client's errors; from the second step on as a `CliError`
 * that names the document left behind and the command that goes on from there.
 */
export async function sendFile(
  client: EsignClient,
  { file, name, signers }: FileToSend,
  signal: AbortSignal,
): Promise<SendResult> {
  const source = { data: file.bytes, name: file.name };
  const { documentId } = await client.documents.create(source, { name, signal });
  try {
    await client.documents.addSigners(documentId, signers, { signal });
  } catch (error) {
    throw leftBehind(error, documentId, `esign signers add ${documentId}`);
  }
  try {
    return await client.documents.send(documentId, { signal });
  } catch (error) {
    throw leftBehind(error, documentId, `esign send ${documentId}`);
  }
}
