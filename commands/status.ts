import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { watchFlags } from '../src/cli/documents/poll.ts';
import { documentArgs, resolveDocument } from '../src/cli/documents/resolve-document.ts';
import { printDocument } from '../src/cli/documents/show-document.ts';
import { waitForDocument } from '../src/cli/documents/wait-for-document.ts';
import type { Document } from '../src/contract/document.ts';

export default class Status extends BaseCommand {
  static override summary = 'show the status of a document, or follow it until everyone has signed';
  static override examples = [
    '<%= config.bin %> status 5f0c1d5e',
    '<%= config.bin %> status 5f0c1d5e --watch --timeout 2h',
    '<%= config.bin %> status 5f0c1d5e --json | jq -r .status',
  ];
  static override args = documentArgs;
  static override flags = {
    watch: Flags.boolean({
      description: 'follow the document until its status is final',
      char: 'w',
    }),
    ...watchFlags('watch'),
  };

  async run(): Promise<Document> {
    const { args, flags } = await this.parse(Status);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, context);
    const document = flags.watch
      ? await waitForDocument(context, documentId, flags)
      : await client.documents.retrieve(documentId, { signal });
    await printDocument(this.out, document);
    return document;
  }
}
