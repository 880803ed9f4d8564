import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

export function bounceError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'BounceRefused' || !('reason' in error)) {
    return error;
  }
  const isForged = error.reason === 'bounce_forged';
  return new CliError({
    code: isForged ? 'bounce_forged' : 'not_a_bounce',
    what: isForged ? 'the bounce is not about a mail of this service' : 'the message is no bounce',
    why: error.message,
    exitCode: isForged ? EXIT.notVerified : EXIT.usage,
    cause: error,
  });
}
