import { rowFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import type { Answer } from '../../src/sandbox/index.ts';

const COLUMNS = ['at', 'kind', 'to', 'subject', 'code', 'reference', 'links', 'text', 'id'];

export default class SandboxInbox extends SandboxCommand {
  static override summary = 'show the mails and OTPs sent by the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox inbox',
    "<%= config.bin %> sandbox inbox --json | jq -r '.messages[].to'",
  ];
  static override flags = rowFlags(COLUMNS);

  async run(): Promise<{ messages: Answer<'inbox'>[number][] }> {
    const { flags } = await this.parse(SandboxInbox);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    const listing = { rows: await control.inbox(), flags, known: COLUMNS };
    const messages = await showRows(this.out, listing, (rows) => {
      if (rows.length === 0) this.out.note('Nothing has been sent yet.');
      for (const message of rows) this.#print(message);
    });
    return { messages };
  }

  #print(message: Answer<'inbox'>[number]): void {
    const { out } = this;
    const head = `${out.time(message.at)}  ${message.kind}  to ${harmless(message.to)}`;
    const subject = message.kind === 'mail' ? message.subject : `OTP ${message.code}`;
    out.result(`${out.paint.bold(head)}  ${harmless(subject)}`);
    if (message.kind === 'mail')
      for (const link of message.links) out.result(`  ${harmless(link)}`);
  }
}
