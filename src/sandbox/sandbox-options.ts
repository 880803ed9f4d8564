import type { Writable } from 'node:stream';
import type { CertificateProfile, SignatureForm } from './authority/pki/issue-signature.ts';
import type { MailServer } from './mail-inbox.ts';

/** How signatures are made, for the authority and for the service. */
export const CMS_CHOICES = {
  leaf: { form: 'pkcs7', profile: 'default' },
  chain: { form: 'pkcs7complete', profile: 'default' },
  timestamp: { form: 'pkcs7pdf', profile: 'default' },
  faithful: { form: 'pkcs7', profile: 'faithful' },
} as const satisfies Readonly<
  Record<string, { readonly form: SignatureForm; readonly profile: CertificateProfile }>
>;

/** The signer's certificate alone, with its chain, with a timestamp too, or exactly as real authorities do it. */
export type CmsChoice = keyof typeof CMS_CHOICES;

/** Whether signatures must have timestamps, get them if possible, or get neither timestamps nor revocation lists. */
export type TimestampChoice = 'required' | 'preferred' | 'off';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Default 127.0.0.1; the control interface always listens there. */
  readonly host?: string;
  readonly dataDir: string;
  /** Uses a temporary folder instead of `dataDir`, and removes it at the end. */
  readonly ephemeral?: boolean;
  /** Credits of the account at the first start. */
  readonly credits: number;
  /** Webhook endpoints to add if missing. */
  readonly webhooks: readonly string[];
  /** A mail server that mails are also sent to. */
  readonly smtp?: MailServer;
  /** Form of signatures; default `chain`. */
  readonly cms?: CmsChoice;
  /** Default `preferred`. */
  readonly timestamps?: TimestampChoice;
  /** A fixed code of 6 digits for every text message; default random. */
  readonly otp?: string;
  /** The policy of the sandbox's accounts for a certificate with another name than the invited one. Default: unchanged, at first `flag`. */
  readonly names?: 'strict' | 'flag';
  readonly version: string;
  /** Receives a JSON line for each failure of the service; default standard error. */
  readonly log?: Writable;
}

/** A running sandbox. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Signs its account's owner in to the dashboard; works once, within 15 minutes. */
  readonly dashboardUrl: string;
  /** Likewise, and leads to the inbox. */
  readonly inboxUrl: string;
  readonly authorityUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}
