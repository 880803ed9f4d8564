import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

const OBJECT_IDENTIFIER = /^[0-2](\.(0|[1-9]\d*))+$/;

/** The object identifier itself. Throws a `CliError` (exit 2) unless it is one. */
function readObjectIdentifier(text: string): string {
  if (OBJECT_IDENTIFIER.test(text)) return text;
  throw new CliError({
    code: 'invalid_policy',
    what: `"${text}" is not an object identifier such as 2.16.356.100.2.4.1`,
    exitCode: EXIT.usage,
  });
}

/** A flag for the object identifier of a certificate policy. */
export const policyFlag = Flags.custom<string>({
  helpValue: 'OID',
  parse: async (text) => readObjectIdentifier(text),
});
