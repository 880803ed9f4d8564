import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A line of `admin erasures`; other fields are ignored. */
const Line = Type.Object({
  accountId: Type.String({ minLength: 1, maxLength: 100 }),
  documentId: Type.Union([Type.String({ pattern: UUID }), Type.Null()]),
  requestedAt: Type.String({ format: 'date-time' }),
});

export interface LedgerLine {
  readonly accountId: string;
  /** Null for the whole account. */
  readonly documentId: string | null;
  readonly requestedAt: Date;
}

function readLine(text: string): LedgerLine | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (!Value.Check(Line, given)) return undefined;
    const { accountId, documentId, requestedAt } = given;
    return { accountId, documentId, requestedAt: new Date(requestedAt) };
  } catch {
    return undefined;
  }
}

/** Reads a ledger of erasures (`-`: stdin). Throws a `CliError` (exit 2) for the first bad line. */
export async function readErasures(path: string): Promise<LedgerLine[]> {
  const text = (await readInputFile(path, 'the ledger of erasures')).toString('utf8');
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const read = readLine(line);
      if (read) return read;
      throw new CliError({
        code: 'invalid_argument',
        what: `line ${number} of the ledger is no erasure; nothing was erased`,
        why: 'a line is JSON with accountId, documentId and requestedAt',
        next: `correct line ${number} in a copy of the ledger, and replay that`,
        exitCode: EXIT.usage,
      });
    });
}
