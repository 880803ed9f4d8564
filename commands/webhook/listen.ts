import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { splitAtDashes } from '../../src/cli/webhook/listen/child-command.ts';
import { listenFlags } from '../../src/cli/webhook/listen/listen-flags.ts';
import { ListenSession } from '../../src/cli/webhook/listen/listen-session.ts';
import type { ReceiveSummary } from '../../src/cli/webhook/listen/receive-until.ts';
import { registrationFolder } from '../../src/cli/webhook/listen/register-here.ts';

export default class WebhookListen extends SandboxCommand {
  static override summary = 'receive webhook deliveries on this machine; verify and show them';
  static override description =
    'Deliveries that do not verify are answered 401. You can put a command after --, such as the tests of an application. It starts once deliveries can arrive, with ESIGN_BASE_URL, ESIGN_API_KEY, ESIGN_WEBHOOK_SECRET and ESIGN_WEBHOOK_URL set. Its exit code becomes that of listen; if it is 0, listen exits with 10 if a delivery did not verify, and with 9 if one was not answered 2xx. With --forward-to, --until and --exit-after exit with 9 if the application did not answer 2xx. More: esign help webhooks.';
  static override usage = 'webhook listen [flags] [-- COMMAND ...]';
  static override examples = [
    '<%= config.bin %> webhook listen --register --forward-to http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> webhook listen --register -- npm test',
    '<%= config.bin %> webhook listen --until document.completed:5f0c1d5e --timeout 5m --json',
    '<%= config.bin %> webhook listen --respond 500x2,200 --save deliveries',
  ];
  static override flags = listenFlags;
  protected override readonly printsLines = true;

  async run(): Promise<ReceiveSummary> {
    const { own, child } = splitAtDashes(this.argv, 'webhook listen');
    const { flags } = await this.parse(WebhookListen, own);
    const folder = flags.register ? await this.#folder(flags['data-dir']) : '';
    return await new ListenSession(flags, {
      out: this.out,
      child,
      mayAsk: this.mayAsk && flags['secret-file'] !== '-',
      signal: this.signal,
      connection: () => this.connection(),
      register: async (wish, keep) => {
        const { keepRegistered } = await import('../../src/sandbox/index.ts');
        return await keepRegistered(folder, wish, keep);
      },
    }).run();
  }

  async #folder(dataDir: string | undefined): Promise<string> {
    const settings = (await this.store()).read();
    const { sandboxDir } = this.environment;
    return registrationFolder(dataDir, await this.connection(), { settings, sandboxDir });
  }
}
