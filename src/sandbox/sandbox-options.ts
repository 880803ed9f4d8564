import type { Writable } from 'node:stream';
import type { CmsChoice } from './cms-choice.ts';
import type { MailServer } from './mail/sandbox-mailer.ts';

/** How a sandbox is to start. */
export interface SandboxOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** 127.0.0.1 unless told otherwise; the desk never listens elsewhere. */
  readonly host?: string;
  readonly dataDir: string;
  /** In a temporary folder, removed at the end, instead of `dataDir`. */
  readonly ephemeral?: boolean;
  /** Credits of the account, given at the first start. */
  readonly credits: number;
  /** Endpoints to add, where they are not there yet. */
  readonly webhooks: readonly string[];
  /** A mail server that mails go to beside the inbox. */
  readonly smtp?: MailServer;
  /** How signatures are made: with their chain unless told. */
  readonly cms?: CmsChoice;
  /** The code of every text message, 6 digits, instead of one by chance. */
  readonly otp?: string;
  readonly version: string;
  /** Takes a line of JSON for each failure of the service, with its request's id; standard error unless told. */
  readonly log?: Writable;
}

/** A sandbox that serves. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly dashboardUrl: string;
  readonly inboxUrl: string;
  readonly authorityUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}
