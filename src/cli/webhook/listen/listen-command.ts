import type {
  KeepOptions,
  KeptRegistration,
  ListenerWish,
} from '../../../sandbox/listeners/listener-client.ts';
import { SandboxCommand } from '../../sandbox/sandbox-command.ts';
import type { ChildCommand } from './child-command.ts';
import type { ListenFlags } from './listen-flags.ts';
import { ListenSession } from './listen-session.ts';
import { registrationFolder } from './register-here.ts';

/** Aborts when the reader of stdout exits, as with `| head`. */
function readerGone(stdout: NodeJS.WriteStream = process.stdout): AbortSignal {
  const gone = new AbortController();
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') gone.abort();
  });
  return gone.signal;
}

interface RegistryApi {
  keepRegistered(dataDir: string, wish: ListenerWish, keep: KeepOptions): Promise<KeptRegistration>;
}

export abstract class ListenCommand extends SandboxCommand {
  /** `api` loads the sandbox's module, which only a registration needs. */
  protected async openSession(
    flags: ListenFlags & { readonly 'data-dir'?: string | undefined },
    child: ChildCommand | undefined,
    api: () => Promise<RegistryApi>,
  ): Promise<ListenSession> {
    const connection = () => this.connection();
    const folder = flags.register ? await this.#folder(flags['data-dir']) : '';
    const gone = readerGone();
    return await new ListenSession(flags, {
      out: this.out,
      child,
      connection,
      gone,
      mayAsk: this.mayAsk && flags['secret-file'] !== '-',
      signal: AbortSignal.any([this.signal, gone]),
      register: async (wish, keep) => (await api()).keepRegistered(folder, wish, keep),
    }).open();
  }

  async #folder(dataDir: string | undefined): Promise<string> {
    const settings = (await this.store()).read();
    const { sandboxDir } = this.environment;
    return registrationFolder(dataDir, await this.connection(), { settings, sandboxDir });
  }
}
