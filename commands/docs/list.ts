import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { listDocuments } from '../../src/cli/documents/list-documents.ts';
import { printDocuments } from '../../src/cli/documents/show-document.ts';
import { statusFlag } from '../../src/cli/documents/status-flag.ts';
import type { DocumentList } from '../../src/contract/document.ts';
import { DOCUMENT_STATUSES } from '../../src/contract/document.ts';

export default class DocsList extends BaseCommand {
  static override summary = 'list documents, most recent first';
  static override examples = [
    '<%= config.bin %> docs list',
    '<%= config.bin %> docs list --status SENT --limit 50',
    "<%= config.bin %> docs list --all --json | jq -r '.documents[].documentId'",
  ];
  static override flags = {
    limit: Flags.integer({
      description: 'maximum number of documents',
      default: 20,
      min: 1,
    }),
    offset: Flags.integer({
      description: 'number of documents to skip',
      default: 0,
      min: 0,
    }),
    all: Flags.boolean({ description: 'list all documents', exclusive: ['limit'] }),
    status: statusFlag({
      description: `only documents with this status: ${DOCUMENT_STATUSES.join(', ')}`,
    }),
  };

  async run(): Promise<DocumentList> {
    const { flags } = await this.parse(DocsList);
    const client = await this.client();
    const wanted = { ...flags, limit: flags.all ? Number.POSITIVE_INFINITY : flags.limit };
    const list = await this.progress('reading the list', () =>
      listDocuments(client, wanted, this.signal),
    );
    if (list.documents.length > 0) await printDocuments(this.out, list.documents);
    else {
      this.out.note(
        flags.status || flags.offset > 0 ? 'No matching documents.' : 'No documents yet.',
      );
      this.out.next('esign docs create contract.pdf');
    }
    return list;
  }
}
