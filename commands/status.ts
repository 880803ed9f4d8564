import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { documentArgs } from '../src/cli/documents/document-args.ts';
import { resolveDocument } from '../src/cli/documents/resolve-document.ts';
import { printDocument } from '../src/cli/documents/show-document.ts';
import { waitForDocument } from '../src/cli/documents/wait-for-document.ts';
import { watchFlags } from '../src/cli/documents/watch-flags.ts';
import type { Document } from '../src/contract/document.ts';

export default class Status extends BaseCommand {
  static override summary = 'show where a document stands, or follow it until everyone has signed';
  static override examples = [
    '<%= config.bin %> status 5f0c1d5e',
    '<%= config.bin %> status 5f0c1d5e --watch --timeout 2h',
    '<%= config.bin %> status 5f0c1d5e --json | jq -r .status',
  ];
  static override args = documentArgs;
  static override flags = {
    watch: Flags.boolean({ description: 'follow it until it reaches a final state', char: 'w' }),
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
