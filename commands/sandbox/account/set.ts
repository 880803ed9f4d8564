import { Flags } from '@oclif/core';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import type { Answer } from '../../../src/sandbox/index.ts';

const text = (description: string, helpValue: string) => Flags.string({ description, helpValue });

const orDash = (value: string | null) => value ?? '-';

/** An empty string clears a setting. */
const orNull = (value: string | undefined) => (value === '' ? null : value);

export default class SandboxAccountSet extends SandboxCommand {
  static override summary = 'change what an account shows to its signers';
  static override description =
    'Changes the settings given and leaves the others. An empty text, such as --message "", clears a setting. Links already sent keep their expiry date.';
  static override examples = [
    '<%= config.bin %> sandbox account set --name "Northwind Homes" --reply-to office@example.in',
    '<%= config.bin %> sandbox account set --message "Call us with any question." --link-days 7',
    '<%= config.bin %> sandbox account set --names strict --no-new-links --json',
  ];
  static override flags = {
    account: text('id of another account (default: the sandbox’s own)', 'ID'),
    name: text('sender’s name on pages and mails', 'NAME'),
    'reply-to': text('address for replies to mails', 'EMAIL'),
    message: text('message to signers, on one line', 'TEXT'),
    'help-url': text('https page with help', 'URL'),
    'privacy-url': text('https page on privacy', 'URL'),
    'terms-url': text('https page with terms', 'URL'),
    'return-origins': text(
      'sites that a signing link may lead back to, separated by spaces',
      'ORIGINS',
    ),
    'link-days': Flags.integer({
      description: 'how long signing links last, in days from sending (1 to 365)',
      helpValue: 'DAYS',
    }),
    names: Flags.string({
      description: 'what happens when a certificate has another name than its signer',
      options: ['strict', 'flag'],
    }),
    'new-links': Flags.boolean({
      description: 'signers can email themselves a new link when theirs has expired',
      allowNo: true,
    }),
    language: Flags.string({
      description: 'language that comes first in mails to signers',
      options: ['en', 'hi'],
    }),
  };

  async run(): Promise<Answer<'setAccount'>> {
    const { flags } = await this.parse(SandboxAccountSet);
    const { account, name, message, names, language } = flags;
    const given = {
      ...{ name, message: orNull(message), names, replyTo: orNull(flags['reply-to']) },
      ...{ helpUrl: orNull(flags['help-url']), privacyUrl: orNull(flags['privacy-url']) },
      ...{ termsUrl: orNull(flags['terms-url']), linkDays: flags['link-days'] },
      ...{ newLinks: flags['new-links'], language },
      returnOrigins: orNull(flags['return-origins']),
    };
    const settings: Record<string, string | number | boolean | null> = {};
    for (const [key, value] of Object.entries(given)) {
      if (value !== undefined) settings[key] = value;
    }
    if (Object.keys(settings).length === 0) throw nothingGiven();
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const set = await control.setAccount({ account, settings });
    printFields(this.out, [
      ['account', set.accountId],
      ['name', set.name],
      ['reply to', orDash(set.replyTo)],
      ['message', orDash(set.message)],
      ['help', orDash(set.helpUrl)],
      ['privacy', orDash(set.privacyUrl)],
      ['terms', orDash(set.termsUrl)],
      ['returns to', orDash(set.returnOrigins)],
      ['link days', String(set.linkDays)],
      ['names', set.names],
      ['new links', set.newLinks ? 'by signers' : 'by you'],
      ['language', set.language],
    ]);
    return set;
  }
}

const nothingGiven = (): CliError =>
  new CliError({
    code: 'nothing_to_set',
    what: 'no setting was given',
    next: 'esign sandbox account set --help',
    exitCode: EXIT.usage,
  });
