import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { usageError } from '../src/cli/errors/usage-error.ts';
import { deliveryTool, documentTools } from '../src/cli/mcp/document-tools.ts';
import type { Judges } from '../src/cli/mcp/file-tools.ts';
import { fileTools } from '../src/cli/mcp/file-tools.ts';
import { openRootFolder } from '../src/cli/mcp/root-folder.ts';
import { checkMaySend, isSandbox, sendTools } from '../src/cli/mcp/send-tools.ts';
import type { Tool } from '../src/cli/mcp/tool.ts';
import type { Connection } from '../src/cli/profiles/connection.ts';
import { sandboxError } from '../src/cli/sandbox/sandbox-command.ts';
import { readTrust } from '../src/cli/verify/read-trust.ts';
import { knownSecrets, readWebhookSecrets } from '../src/cli/webhook/webhook-secrets.ts';

interface McpFlags {
  readonly root?: string | undefined;
  readonly 'trusted-root'?: string[] | undefined;
  readonly 'allow-send': boolean;
}

export default class Mcp extends BaseCommand {
  static override summary = 'serve tools for coding agents, over stdin and stdout';
  static override description =
    'Speaks the Model Context Protocol, until stdin ends. The tools only read: list_documents, find_documents, get_document and get_timeline; with --root, verify_pdf and verify_webhook for files below that folder; for a sandbox, list_deliveries. With --allow-send there are also create_document, add_signers, send_document, withdraw_document and resend_link, which touch only what this server has created, and need the profile of a sandbox or one with a recipient allow-list. No answer has a key or a link; phone numbers are masked.';
  static override examples = [
    '<%= config.bin %> mcp --profile sandbox --root contracts',
    '<%= config.bin %> mcp --profile sandbox --root contracts --allow-send',
  ];
  static override flags = {
    root: Flags.string({
      description: 'folder whose files the tools may read (default: none)',
      helpValue: 'DIR',
    }),
    'trusted-root': Flags.string({
      description:
        "root certificate that identifies signers, PEM or DER (repeatable; default: the sandbox's)",
      helpValue: 'FILE',
      multiple: true,
      multipleNonGreedy: true,
    }),
    'allow-send': Flags.boolean({
      description: 'also serve tools that create and send documents; requires --root',
    }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const connection = await this.connection();
    const tools = await this.#tools(flags, connection);
    const { serveTools } = await import('../src/cli/mcp/serve-tools.ts');
    const { version } = this.config;
    const { baseUrl, apiKey, webhookSecret } = connection;
    const secrets = [apiKey, webhookSecret].filter((one) => one !== undefined);
    await serveTools(tools, { version, signal: this.signal, secrets, context: { baseUrl } });
    this.exitInterrupted();
  }

  async #tools(flags: McpFlags, connection: Connection): Promise<Tool[]> {
    if (flags['allow-send']) checkMaySend(connection);
    if (flags['allow-send'] && flags.root === undefined)
      throw usageError(['--allow-send requires --root'], 'mcp');
    const root = flags.root === undefined ? undefined : await openRootFolder(flags.root);
    const context = await this.context();
    const tools = documentTools(context);
    if (root) tools.push(...fileTools(root, this.#judges(flags, connection)));
    if (isSandbox(connection)) tools.push(this.#deliveries(connection.dataDir ?? ''));
    if (root && flags['allow-send']) tools.push(...sendTools({ ...context, root }));
    return tools;
  }

  #judges(flags: McpFlags, connection: Connection): Judges {
    const { dataDir } = connection;
    return {
      judgePdf: async (bytes) => {
        const trust = await readTrust({ root: flags['trusted-root'] }, dataDir);
        const { startVerifier } = await import('../src/pdf/verification/verifier.ts');
        const verifier = startVerifier({ script: this.asset('verify-worker.js') });
        try {
          return await verifier.verify(bytes, trust);
        } finally {
          verifier.close();
        }
      },
      judgeDelivery: async ({ bytes, name }, signature) => {
        const { diagnoseSaved } = await import('../src/cli/webhook/diagnose/diagnose-saved.ts');
        const { savedDelivery } = await import('../src/cli/webhook/replay/saved-delivery.ts');
        const secrets = await readWebhookSecrets(undefined, connection);
        const others = knownSecrets((await this.store()).read(), this.environment);
        const saved = savedDelivery(bytes, name);
        return await diagnoseSaved(saved, { signature, secrets, others, beside: async () => [] });
      },
    };
  }

  #deliveries(dataDir: string): Tool {
    return deliveryTool(async (query) => {
      try {
        const { openControl } = await import('../src/sandbox/index.ts');
        const control = await openControl(dataDir);
        return await control.listDeliveries(query);
      } catch (error) {
        throw sandboxError(error);
      }
    });
  }
}
