import { Type } from 'typebox';
import { WithdrawRequest } from '../../contract/extensions/extensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { AddedSigner } from '../../contract/signer.ts';
import { AddSignersRequest } from '../../contract/signer.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError } from '../errors/cli-error.ts';
import type { CliErrorCode } from '../errors/error-codes.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { sha256Of } from '../input/sha256.ts';
import type { Connection } from '../profiles/connection.ts';
import type { AllowedRecipient, RecipientAllowList } from '../signers/recipient-allow-list.ts';
import { recipientProblem } from '../signers/recipient-allow-list.ts';
import { counted } from '../terminal/counted.ts';
import { documentId } from './document-tools.ts';
import { file } from './file-tools.ts';
import type { RootFolder } from './root-folder.ts';
import type { Tool } from './tool.ts';
import { makeTool } from './tool.ts';

/** True for a local sandbox, with the key that it saved. */
export const isSandbox = ({ dataDir, keySource }: Connection): boolean =>
  dataDir !== undefined && keySource === 'profile';

/** Throws a `CliError` (exit 2) unless sends stay in a sandbox or go to allowed recipients only. */
export function checkMaySend(connection: Connection): void {
  if (isSandbox(connection) || connection.recipients) return;
  const { profile = 'NAME' } = connection;
  throw new CliError({
    code: 'sending_not_allowed',
    what: '--allow-send needs the profile of a sandbox, or one with a recipient allow-list',
    why: 'an agent could otherwise mail a contract to anybody',
    next: `esign profile set ${profile} --allow-recipient '*@example.in'`,
    exitCode: EXIT.usage,
  });
}

interface Sending extends Pick<CommandContext, 'client' | 'kept' | 'recipients' | 'signal'> {
  readonly root: RootFolder;
}

/** SHA-256 of each uploaded file, by document id. */
type Uploads = Map<string, string>;

const refused = (code: CliErrorCode, what: string, next?: string): CliError =>
  new CliError({ code, what, next, exitCode: EXIT.usage });

/** Throws a `CliError` for a document not created here, because its content is unknown. */
function uploadOf(uploads: Uploads, id: string): string {
  const sha256 = uploads.get(id.toLowerCase());
  if (sha256 !== undefined) return sha256;
  throw refused(
    'not_created_here',
    'this server has not created the document since it started; nothing was done',
    'create_document, or a person runs esign send',
  );
}

/** The error gives positions, not names: what is added may not be what the agent gave. */
function checkAllowed(
  signers: readonly AllowedRecipient[],
  list: RecipientAllowList | undefined,
): void {
  if (!list) return;
  const places = signers.flatMap((signer, at) => (recipientProblem(signer, list) ? [at + 1] : []));
  if (places.length === 0) return;
  throw refused(
    'recipient_not_allowed',
    `not on the recipient allow-list of the profile: signer ${places.join(', ')}; nothing was sent`,
    `esign profile show ${list.profile}`,
  );
}

const shownSigner = ({ name, email, signingOrder }: AddedSigner) => {
  return { name, email, signingOrder };
};

const createTool = ({ root, client, kept, signal }: Sending, uploads: Uploads): Tool =>
  makeTool({
    name: 'create_document',
    description:
      'Uploads a PDF as a new document and notifies nobody yet. Returns the SHA-256 of the file, which send_document asks for.',
    isWriting: true,
    input: {
      file: file('path of the PDF, up to 10 MB'),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LIMITS.documentNameLength,
          description: 'name of the document; default: the file name',
        }),
      ),
    },
    run: async (given) => {
      const upload = await root.read(given.file, LIMITS.pdfBytes);
      const sha256 = sha256Of(upload.bytes);
      const source = { data: upload.bytes, name: upload.name };
      const created = await client.documents.create(source, { name: given.name, signal });
      const { documentId: id, status, name } = created;
      uploads.set(id.toLowerCase(), sha256);
      kept.offer([created], false);
      return {
        text: `${id} ${status}, SHA-256 ${sha256}`,
        data: { documentId: id, status, name, sha256 },
      };
    },
  });

const addTool = ({ client, recipients, signal }: Sending, uploads: Uploads): Tool =>
  makeTool({
    name: 'add_signers',
    description:
      'Adds signers to a document that create_document has made. They sign in this order, and are mailed only by send_document.',
    isWriting: true,
    input: { documentId, signers: AddSignersRequest.properties.signers },
    run: async (given) => {
      uploadOf(uploads, given.documentId);
      checkAllowed(given.signers, recipients);
      const added = await client.documents.addSigners(given.documentId, given.signers, { signal });
      const signers = added.signers.map(shownSigner);
      return { text: `${counted(signers.length, 'signer')} added`, data: { signers } };
    },
  });

const sendTool = ({ client, recipients, signal }: Sending, uploads: Uploads): Tool =>
  makeTool({
    name: 'send_document',
    description:
      'Sends a document that create_document has made: mails every signer and takes one credit for each. Let a person confirm it first. Sends nothing unless the number of signers and the SHA-256 of the PDF are those expected.',
    isWriting: true,
    input: {
      documentId,
      expectedSigners: Type.Integer({ minimum: 1, maximum: LIMITS.signersPerDocument }),
      expectedSha256: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of the PDF, hexadecimal',
      }),
    },
    run: async ({ documentId: id, expectedSigners, expectedSha256 }) => {
      if (uploadOf(uploads, id) !== expectedSha256)
        throw refused('unexpected_file', 'the PDF has another SHA-256; nothing was sent');
      const { signers } = await client.documents.retrieve(id, { signal });
      if (signers.length !== expectedSigners)
        throw refused(
          'unexpected_signers',
          `the document has ${counted(signers.length, 'signer')}; nothing was sent`,
        );
      checkAllowed(signers, recipients);
      const sent = await client.documents.send(id, { signal });
      const mailed = sent.signers.map(shownSigner);
      const { status, creditsRemaining } = sent;
      return {
        text: `${id} ${status} to ${counted(mailed.length, 'signer')}`,
        data: { documentId: id, status, creditsRemaining, signers: mailed },
      };
    },
  });

const withdrawTool = ({ client, signal }: Sending, uploads: Uploads): Tool =>
  makeTool({
    name: 'withdraw_document',
    description:
      'Withdraws a sent document that create_document has made: nobody can sign it any more, and its signers are mailed the reason. Not every service offers it.',
    isWriting: true,
    input: { documentId, reason: WithdrawRequest.properties.reason },
    run: async ({ documentId: id, reason }) => {
      uploadOf(uploads, id);
      const { ended } = await client.documents.withdraw(id, { reason, signal });
      return { text: `${id} ${ended.as}`, data: { documentId: id, ended } };
    },
  });

const resendTool = ({ client, signal }: Sending, uploads: Uploads): Tool =>
  makeTool({
    name: 'resend_link',
    description:
      'Mails the signing link of a document that create_document has made again to the signer whose turn it is, and renews all links. Not every service offers it.',
    isWriting: true,
    input: { documentId },
    run: async ({ documentId: id }) => {
      uploadOf(uploads, id);
      const { signer, linksUntil } = await client.documents.resend(id, { signal });
      const { name, email } = signer;
      const data = { documentId: id, signer: { name, email }, linksUntil };
      return { text: `${id} mailed, links until ${linksUntil}`, data };
    },
  });

/** Runs one call at a time: no signer may be added while a send counts them. */
function inTurn(tools: readonly Tool[]): Tool[] {
  let last: Promise<unknown> = Promise.resolve();
  return tools.map((tool) => ({
    ...tool,
    call: (given, signal) => {
      const turn = last.then(() => tool.call(given, signal));
      last = turn.catch(() => undefined);
      return turn;
    },
  }));
}

/** Tools that create and send documents, but only those that they created. */
export function sendTools(sending: Sending): Tool[] {
  const uploads: Uploads = new Map();
  return inTurn([
    createTool(sending, uploads),
    addTool(sending, uploads),
    sendTool(sending, uploads),
    withdrawTool(sending, uploads),
    resendTool(sending, uploads),
  ]);
}
