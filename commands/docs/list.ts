import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { listDocuments } from '../../src/cli/documents/list-documents.ts';
import { DOCUMENT_COLUMNS, printDocuments } from '../../src/cli/documents/show-document.ts';
import { statusFlag } from '../../src/cli/documents/status-flag.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';
import type { DocumentList } from '../../src/contract/document.ts';
import { DOCUMENT_STATUSES } from '../../src/contract/document.ts';

export default class DocsList extends BaseCommand {
  static override summary = 'list documents, most recent first';
  static override examples = [
    '<%= config.bin %> docs list',
    '<%= config.bin %> docs list --status SENT --limit 50',
    '<%= config.bin %> docs list --all --sort name --columns name,signers.signed --format csv',
    `<%= config.bin %> docs list --all --query "documents[?status=='SENT'].documentId"`,
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
    ...rowFlags(DOCUMENT_COLUMNS),
  };

  async run(): Promise<DocumentList> {
    const { flags } = await this.parse(DocsList);
    const client = await this.client();
    const wanted = { ...flags, limit: flags.all ? Number.POSITIVE_INFINITY : flags.limit };
    const list = await this.progress('reading the list', () =>
      listDocuments(client, wanted, this.signal),
    );
    if (flags.sort && list.documents.length === wanted.limit)
      this.out.warn(`only the ${wanted.limit} documents listed are sorted; --all sorts all`);
    const listing = { rows: list.documents, flags, known: DOCUMENT_COLUMNS };
    const documents = await showRows(this.out, listing, async (rows) => {
      if (rows.length > 0) return await printDocuments(this.out, rows);
      const isAll = flags.status === undefined && flags.offset === 0;
      this.out.note(isAll ? 'No documents yet.' : 'No matching documents.');
      this.out.next('esign docs create contract.pdf');
    });
    return { ...list, documents };
  }
}
