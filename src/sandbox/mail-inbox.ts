import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { codeOf } from '../locks/error-code.ts';
import type { Mailer } from '../service/index.ts';
import { openSmtpMailer } from '../service/index.ts';
import { OrNull, texts } from './control/webhook-schemas.ts';
import { writeOnce } from './saved-files.ts';

type NewMail = Parameters<Mailer['send']>[0];

const MailFile = Type.Object({
  ...texts('id', 'from', 'fromAddress', 'to', 'toName', 'subject', 'text', 'html'),
  /** ISO 8601. */
  at: Type.String(),
  /** Counts up. Orders mails of the same millisecond. */
  number: Type.Integer(),
  kind: Type.Unsafe<NewMail['kind']>(Type.String()),
  replyTo: OrNull(Type.String()),
  attachments: Type.Optional(
    Type.Array(
      Type.Object({
        fileName: Type.String(),
        contentType: Type.String(),
        /** Base64. */
        content: Type.String(),
        contentId: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type KeptMail = Omit<Static<typeof MailFile>, 'attachments'> & Pick<NewMail, 'attachments'>;

/** Mails with the same id share a file name, which detects redelivery. */
const fileName = (id: string): string => `${createHash('sha256').update(id).digest('hex')}.json`;

type FileInMail = NonNullable<NewMail['attachments']>[number];

const decoded = ({ content, ...file }: Omit<FileInMail, 'content'> & { content: string }) => ({
  ...file,
  content: Buffer.from(content, 'base64'),
});

const encoded = ({ content, ...file }: FileInMail) => ({
  ...file,
  content: content.toString('base64'),
});

function parseMail(text: string): KeptMail | undefined {
  try {
    // Older files have no `replyTo`.
    const mail: unknown = { replyTo: null, ...JSON.parse(text) };
    if (!Value.Check(MailFile, mail)) return undefined;
    const { attachments, ...rest } = mail;
    return attachments ? { ...rest, attachments: attachments.map(decoded) } : rest;
  } catch {
    return undefined;
  }
}

async function readMails(folder: string): Promise<KeptMail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const mails = texts.map(parseMail).filter((mail) => mail !== undefined);
  return mails.sort((a, b) => a.number - b.number);
}

/** One file per mail. A mail sent twice is kept once. */
export async function openMailInbox(folder: string, fromAddress: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mails = await readMails(folder);
  let number = mails.at(-1)?.number ?? 0;
  return {
    async send(sent: NewMail) {
      const { id, attachments } = sent;
      if (mails.some((mail) => mail.id === id)) return;
      number += 1;
      const mail = { ...sent, number, fromAddress };
      const text = JSON.stringify({ ...mail, attachments: attachments?.map(encoded) });
      if (await writeOnce(join(folder, fileName(id)), text)) mails.push(mail);
    },
    /** Oldest first. */
    mails: (): readonly KeptMail[] => mails,
    async clear() {
      mails.length = 0;
      await emptyFolder(folder);
    },
  };
}

export type MailInbox = Awaited<ReturnType<typeof openMailInbox>>;

async function emptyFolder(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A server that mails are also sent to. */
export interface MailServer {
  /** `smtp://HOST:PORT` or `smtps://USER:PASSWORD@HOST:PORT`. */
  readonly url: string;
  readonly from?: string;
}

/** In a domain that no mail server delivers to (RFC 2606). */
export const SANDBOX_FROM = 'sandbox@esign.test';

/** Keeps each mail, and sends it through the server if given. Throws InvalidMailServer. */
export async function sandboxMailer(
  inbox: Mailer,
  server: MailServer | undefined,
): Promise<Mailer> {
  if (!server) return inbox;
  const smtp = await openSmtpMailer({ from: SANDBOX_FROM, ...server });
  return {
    async send(mail) {
      await inbox.send(mail);
      await smtp.send(mail);
    },
    close: () => smtp.close?.(),
  };
}
