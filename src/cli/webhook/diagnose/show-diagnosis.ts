import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { readInputFile } from '../../input/read-input-file.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import { fingerprinted } from '../webhook-secrets.ts';

interface SavedInput {
  /** `-` is stdin. */
  readonly file: string;
  readonly signature: string | undefined;
  readonly secretFile: string | undefined;
}

const wrong = (what: string, next?: string): CliError =>
  new CliError({ code: 'usage', what, next, exitCode: EXIT.usage });

/** Explains an unusable saved delivery (exit 2); returns any other error unchanged. */
export function captureError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'BadCapture') return error;
  return new CliError({
    code: 'bad_capture',
    what: harmless(error.message),
    why: 'esign webhook listen --save DIR saves deliveries',
    exitCode: EXIT.usage,
    cause: error,
  });
}

/** Requires a signature. Throws a `CliError` (exit 2) if something is missing or damaged. */
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
    '--signature is missing: a bare body has none',
    'pass --signature "$VALUE_OF_X_SERVICE_SIGNATURE"',
  );
}

interface ShownDiagnosis {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly explain: readonly string[];
}

interface DiagnosisContext {
  readonly secrets: readonly WebhookSecret[];
  readonly expected: readonly string[] | undefined;
}

/** Prints whether a signature is valid or why not, then the secrets and any expected signatures. */
export function printDiagnosis(
  printer: Printer,
  { valid, reason, explain }: ShownDiagnosis,
  { secrets, expected }: DiagnosisContext,
): void {
  if (printer.isJson) printer.document({ valid, reason, explain, ...(expected && { expected }) });
  else if (valid) printer.result('valid: the signature matches the body and the secret');
  else {
    printer.result(`not valid: ${harmless(reason ?? '').replaceAll('_', ' ')}`);
    for (const sentence of explain) printer.result(`  ${harmless(sentence)}`);
  }
  for (const signature of expected ?? []) printer.result(`expected: ${signature}`);
  printer.note(`checked with ${secrets.map(fingerprinted).join(' and ')}`);
}
