import { BaseCommand } from '../src/cli/base-command.ts';
import { resolveConnection } from '../src/cli/profiles/connection.ts';
import { sandboxError } from '../src/cli/sandbox/sandbox-command.ts';
import { openAddress } from '../src/cli/terminal/open-address.ts';

export default class Dashboard extends BaseCommand {
  static override summary = 'open the dashboard of the service in the browser';
  static override description =
    'Of a sandbox, the address signs in its owner: it works once, within 15 minutes. Elsewhere, members of an account sign in there. Without a terminal, only prints the address.';
  static override examples = [
    '<%= config.bin %> dashboard',
    '<%= config.bin %> dashboard --profile sandbox --json | jq -r .url',
  ];

  async run(): Promise<{ url: string; opened: boolean }> {
    const { flags } = await this.parse(Dashboard);
    const settings = (await this.store()).read();
    const connection = resolveConnection(flags.profile, this.environment, settings);
    const { profile = '', baseUrl, dataDir } = connection;
    const isSandbox = dataDir !== undefined && settings.profiles[profile]?.baseUrl === baseUrl;
    const url = isSandbox ? await this.#signInUrl(dataDir) : `${baseUrl}/dashboard`;
    this.out.result(url);
    return { url, opened: await openAddress(url, this.mayAnimate) };
  }

  async #signInUrl(dataDir: string): Promise<string> {
    const { openControl } = await import('../src/sandbox/index.ts');
    return (await (await openControl(dataDir)).pages()).dashboard;
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(sandboxError(error));
  }
}
