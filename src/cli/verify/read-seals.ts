import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** In a sandbox's data folder: the keys that seal its completion certificates. */
const TRUST_FILE = 'trust.json';

const PinnedSeal = Type.Object({
  keySha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  notBefore: Type.String(),
  notAfter: Type.String(),
});
type PinnedSeal = Static<typeof PinnedSeal>;

const TrustFile = Type.Object({ seals: Type.Array(PinnedSeal) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws a `CliError` (exit 2) if the trust file is damaged. */
function sealsIn(text: string, path: string): PinnedSeal[] {
  const trust = parse(text);
  if (Value.Check(TrustFile, trust)) return trust.seals;
  throw new CliError({
    code: 'invalid_trust',
    what: `"${path}" does not list the keys of seals`,
    why: 'the file is damaged; a new start of the sandbox writes it again',
    exitCode: EXIT.usage,
  });
}

export async function readSeals(dataDir: string): Promise<PinnedSeal[]> {
  const path = join(dataDir, TRUST_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? [] : sealsIn(text, path);
}
