import { Flags } from '@oclif/core';
import type { Operator, operate } from '../../service/index.ts';
import { BaseCommand } from '../base-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { serveError } from '../errors/serve-error.ts';

/** Throws a `CliError` (exit 2). */
export function readCredits(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CliError({
    code: 'invalid_argument',
    what: `"${text}" is not a number of credits: it must be a whole number from 1 to 1000000`,
    exitCode: EXIT.usage,
  });
}

const BY_CODE = {
  invalid_request: EXIT.usage,
  not_found: EXIT.notFound,
  invalid_state: EXIT.wrongState,
  insufficient_credits: EXIT.noCredits,
} as const;

/** Commands to suggest after some refusals, by message. */
const NEXT: ReadonlyArray<readonly [said: RegExp, next: string]> = [
  [/^There is no such account$/, 'esign admin account list'],
  [/^There is no such document$/, 'esign admin document find WORDS'],
  [/^There is no such endpoint$/, 'esign admin endpoint list --all'],
  [/ on legal hold: /, 'esign admin account hold ACCOUNT'],
  [/ waits? for signatures/, 'repeat it with --withdraw-open, to erase them all the same'],
  [/^There is no such payment$/, 'esign admin credits payments ACCOUNT'],
  [/^There is no such attempt$/, 'esign admin check names those whose answers wait'],
];

const isRefusal = (code: unknown): code is keyof typeof BY_CODE =>
  typeof code === 'string' && Object.hasOwn(BY_CODE, code);

/** Converts a refusal of the service into a `CliError`; other errors go through `serveError`. */
function refusal(error: unknown): unknown {
  const isDomainError = error instanceof Error && error.name === 'DomainError' && 'code' in error;
  if (!isDomainError || !isRefusal(error.code)) return serveError(error);
  const { code } = error;
  const what = error.message.replace(/\.$/, '');
  const next = NEXT.find(([said]) => said.test(what))?.[1];
  return new CliError({ code, what, next, exitCode: BY_CODE[code], cause: error });
}

interface OperatorModule {
  readonly operate: typeof operate;
}

/** Base of the operator's commands. They use the deployment's configuration, without HTTP. */
export abstract class AdminCommand extends BaseCommand {
  static override baseFlags = {
    ...BaseCommand.baseFlags,
    config: Flags.string({
      description: 'configuration file (default: ESIGN_CONFIG, or /etc/esign/esign.toml)',
      helpValue: 'FILE',
    }),
  };

  /** Works on the configured deployment. `module` is loaded only by commands that need it. */
  protected async operate<Result>(
    { config: path }: { readonly config?: string | undefined },
    module: Promise<OperatorModule>,
    work: (operator: Operator) => Promise<Result>,
  ): Promise<Result> {
    const operator = await (await module).operate({ path, release: this.config.version });
    try {
      return await work(operator);
    } finally {
      await operator.close();
    }
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(refusal(error));
  }
}
