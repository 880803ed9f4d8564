import { SandboxCommand } from '../sandbox/sandbox-command.ts';
import { readerGone } from '../terminal/reader-gone.ts';
import type { ChildCommand } from './child-command.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { KeepOptions, KeptEndpoint } from './listen-session.ts';
import { ListenSession } from './listen-session.ts';
import { registrationFolder } from './register-here.ts';

/** What of the sandbox's module a listener uses. */
interface RegistryFace {
  keepRegistered(dataDir: string, url: string, keep: KeepOptions): Promise<KeptEndpoint>;
}

/** What `webhook listen` needs beside the receiver. */
export abstract class ListenCommand extends SandboxCommand {
  /** Opens the session; `face` loads the sandbox's own module, which only a registration needs. */
  protected async openSession(
    flags: ListenFlags & { readonly 'data-dir'?: string | undefined },
    child: ChildCommand | undefined,
    face: () => Promise<RegistryFace>,
  ): Promise<ListenSession> {
    const connection = () => this.connection();
    const folder = flags.register ? await this.#folder(flags['data-dir']) : '';
    const gone = readerGone();
    return await new ListenSession(flags, {
      out: this.out,
      child,
      connection,
      gone,
      signal: AbortSignal.any([this.signal, gone]),
      register: async (url, keep) => (await face()).keepRegistered(folder, url, keep),
    }).open();
  }

  async #folder(dataDir: string | undefined): Promise<string> {
    const settings = (await this.store()).read();
    const { sandboxDir } = this.environment;
    return registrationFolder(dataDir, await this.connection(), { settings, sandboxDir });
  }
}
