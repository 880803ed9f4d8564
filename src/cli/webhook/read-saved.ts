import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';
import { harmless } from '../terminal/harmless.ts';

/** Where a delivery and what belongs to it come from. */
interface SavedInput {
  /** `-` is stdin. */
  readonly file: string;
  readonly signature: string | undefined;
  readonly secretFile: string | undefined;
}

const wrong = (what: string, next?: string): CliError =>
  new CliError({ code: 'usage', what, next, exitCode: EXIT.usage });

/** A saved delivery that cannot be used, in words (exit 2); any other error comes back as it is. */
export function captureError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'BadCapture') return error;
  return new CliError({
    code: 'bad_capture',
    what: harmless(error.message),
    why: 'deliveries are saved by esign webhook listen --save DIR',
    exitCode: EXIT.usage,
    cause: error,
  });
}

/**
 * Reads a delivery that was kept, and makes sure that a signature comes with it.
 * @throws {CliError} exit 2 when something is missing or damaged
 */
export async function readSaved<S extends { readonly capture: object | undefined }>(
  understand: (content: Buffer, name: string) => S,
  { file, signature, secretFile }: SavedInput,
): Promise<S> {
  if (file === '-' && secretFile === '-')
    throw wrong('the delivery and the secret cannot both come from stdin');
  const content = await readInputFile(file, 'the delivery');
  let saved: S;
  try {
    saved = understand(content, file);
  } catch (error) {
    throw captureError(error);
  }
  if (saved.capture || signature !== undefined) return saved;
  throw wrong(
    '--signature is missing: only a delivery that was saved whole brings its own',
    'pass --signature "$VALUE_OF_X_SERVICE_SIGNATURE"',
  );
}
