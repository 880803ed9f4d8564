import { Type } from 'typebox';
import { redactUrl } from '../../client/index.ts';
import type { Document, DocumentSummary } from '../../contract/document.ts';
import { DOCUMENT_STATUSES } from '../../contract/document-statuses.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { SandboxControl } from '../../sandbox/control/operations.ts';
import type { SandboxDelivery } from '../../sandbox/control/webhook-schemas.ts';
import type { CommandContext } from '../command-context.ts';
import { readEnding } from '../documents/ending.ts';
import { listDocuments, summaryOf } from '../documents/list-documents.ts';
import { usageError } from '../errors/usage-error.ts';
import { wantedOf } from '../finding/find-flags.ts';
import { cutOut } from '../finding/list-matching.ts';
import { isUnfiltered } from '../finding/match-document.ts';
import { findAnywhere } from '../finding/search-service.ts';
import { readTime } from '../input/time-flag.ts';
import { counted } from '../terminal/counted.ts';
import { maskPhone } from '../terminal/harmless.ts';
import type { Tool } from './tool.ts';
import { makeTool } from './tool.ts';

type ListDeliveries = SandboxControl['listDeliveries'];

function shownDelivery({ url, lastTry, ...delivery }: SandboxDelivery) {
  const { deliveryId, endpointId, event, documentId, state, createdAt } = delivery;
  const { tries, nextTryAt } = delivery;
  const last = lastTry && { status: lastTry.status, error: lastTry.error };
  return {
    ...{ deliveryId, endpointId, url: redactUrl(url), event, documentId, state, createdAt },
    ...{ tries, nextTryAt, lastTry: last },
  };
}

export const deliveryTool = (list: ListDeliveries): Tool =>
  makeTool({
    name: 'list_deliveries',
    description: 'Lists webhook deliveries of the running sandbox, newest first, without bodies.',
    input: {
      documentId: Type.Optional(documentId),
      failed: Type.Optional(
        Type.Boolean({ description: 'only failed, skipped and retrying ones' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'maximum number of deliveries; default 20',
        }),
      ),
    },
    run: async ({ failed = false, limit = 20, documentId: id }) => {
      const found = await list({ failed, limit, documentId: id });
      const count = counted(found.length, 'delivery', 'deliveries');
      return { text: count, data: { deliveries: found.map(shownDelivery) } };
    },
  });

function shownSummary({ documentId, name, status, createdAt, signers }: DocumentSummary) {
  const { total, signed } = signers;
  return { documentId, name, status, createdAt, signers: { total, signed } };
}

type ToolSigner = Document['signers'][number];

function shownSigner({ name, email, phone, signingOrder, ...signer }: ToolSigner) {
  const { openedAt, signedAt, hasSigned } = signer;
  return { name, email, phone: maskPhone(phone), signingOrder, openedAt, signedAt, hasSigned };
}

function shownDocument(document: Document) {
  const { documentId, name, status, createdAt, updatedAt, completedAt } = document;
  const signers = document.signers.map(shownSigner);
  return { documentId, name, status, createdAt, updatedAt, completedAt, signers };
}

function countsOf({ documentId, status, signers }: DocumentSummary): string {
  return `${documentId} ${status}, ${signers.signed} of ${signers.total} signed`;
}

type ToolReading = Pick<CommandContext, 'client' | 'kept'>;

const part = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.listMax,
      description: 'maximum number of documents; default 20',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: 'number of documents to skip; default 0' }),
  ),
};

export const documentId = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  description: 'id of the document',
});

const words = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const listTool = ({ client, kept }: ToolReading): Tool =>
  makeTool({
    name: 'list_documents',
    description:
      'Lists documents of the account, most recent first, with status and numbers of signers.',
    input: part,
    run: async ({ limit = 20, offset = 0 }, signal) => {
      const { documents, hasMore } = await listDocuments(client, { limit, offset }, signal);
      if (offset === 0) kept.offer(documents, !hasMore);
      const rows = documents.map(shownSummary);
      return {
        text: [counted(rows.length, 'document'), ...rows.map(countsOf)].join('\n'),
        data: { documents: rows, limit, offset, hasMore },
      };
    },
  });

const getTool = ({ client }: ToolReading): Tool =>
  makeTool({
    name: 'get_document',
    description:
      'Shows a document with the progress of each signer, and how it ended if it cannot be completed. Links are left out and phone numbers masked.',
    input: { documentId },
    run: async (given, signal) => {
      const document = await client.documents.retrieve(given.documentId, { signal });
      const ended = await readEnding(client, document, { signal });
      return {
        text: `${countsOf(summaryOf(document))}${ended ? `, ${ended.as}` : ''}`,
        data: { ...shownDocument(document), ...(ended && { ended }) },
      };
    },
  });

const timelineTool = ({ client }: ToolReading): Tool =>
  makeTool({
    name: 'get_timeline',
    description:
      'Shows what happened to a document, and how it ended if it was declined or withdrawn, or expired. Not every service offers it.',
    input: { documentId },
    run: async (given, signal) => {
      const timeline = await client.documents.timeline(given.documentId, { signal });
      const { ended, entries, status } = timeline;
      const text = `${given.documentId} ${ended?.as ?? status}, ${counted(entries.length, 'entry', 'entries')}`;
      return { text, data: { ...timeline } };
    },
  });

const FIND_INPUT = {
  text: words('words, each in the name of the document or of a signer, an email, or the id'),
  name: words('words in the name of the document'),
  signer: words('name or email of one signer'),
  waitingOn: words('name or email of the signer whose turn it is'),
  status: Type.Optional(Type.Enum([...DOCUMENT_STATUSES])),
  since: words('created at this time or later, such as 30d or 2026-11-01'),
  until: words('created until then'),
  ...part,
};

const findTool = (reading: ToolReading): Tool =>
  makeTool({
    name: 'find_documents',
    description:
      'Finds documents by name, signer, email, status or time; all that is given has to fit. The first search reads every document.',
    input: FIND_INPUT,
    run: async ({ text, since, until, waitingOn, limit = 20, offset = 0, ...given }, signal) => {
      const from = since === undefined ? undefined : readTime(since);
      const to = until === undefined ? undefined : readTime(until, { isEnd: true });
      const flags = { ...given, 'waiting-on': waitingOn, since: from, until: to };
      const wanted = wantedOf(flags, text);
      if (isUnfiltered(wanted)) throw usageError(['text or a filter is missing'], 'docs find');
      const found = await findAnywhere(wanted, { ...reading, signal });
      const { documents, hasMore } = cutOut(found, { limit, offset });
      const rows = documents.map((one) => ({ ...shownSummary(one), matched: one.matched }));
      const total = found.length;
      return {
        text: [`${counted(total, 'document')} found`, ...rows.map(countsOf)].join('\n'),
        data: { documents: rows, limit, offset, total, hasMore },
      };
    },
  });

export const documentTools = (reading: ToolReading): Tool[] => [
  listTool(reading),
  findTool(reading),
  getTool(reading),
  timelineTool(reading),
];
