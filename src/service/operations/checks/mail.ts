import { checkSmtp } from '../../adapters/mail/smtp-mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import type { DeploymentCheck } from './check.ts';
import { failed, ok } from './check.ts';

/** Checks connection and password. No mail is sent. */
export const mailCheck: DeploymentCheck = {
  name: 'mail',
  atStart: 'warn',
  run: async ({ config, nameOf }) => {
    const { host } = new URL(config.smtp.url);
    try {
      await checkSmtp(config.smtp.url);
      return ok(`${host} takes mail`);
    } catch (error) {
      if (!(error instanceof MailNotTaken)) throw error;
      const name = nameOf(['smtp', 'url']);
      return failed(`${name}: ${host} does not take mail: ${error.reason}`, `correct ${name}`);
    }
  },
};
