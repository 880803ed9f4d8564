import type { Writable } from 'node:stream';
import type { CertificateProfile, SignatureForm } from './authority/pki/issue-signature.ts';
import type { MailServer } from './mail-inbox.ts';

export const CMS_CHOICES = {
  leaf: { form: 'pkcs7', profile: 'default' },
  chain: { form: 'pkcs7complete', profile: 'default' },
  timestamp: { form: 'pkcs7pdf', profile: 'default' },
  faithful: { form: 'pkcs7', profile: 'faithful' },
} as const satisfies Readonly<
  Record<string, { readonly form: SignatureForm; readonly profile: CertificateProfile }>
>;

/** Signer's certificate alone, with chain, also with timestamp, or as real authorities do it. */
export type CmsChoice = keyof typeof CMS_CHOICES;

/** `off` also means no CRLs. */
export type TimestampChoice = 'required' | 'preferred' | 'off';

export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Default: 127.0.0.1, where the control interface always listens. */
  readonly host?: string;
  readonly dataDir: string;
  /** Uses a temporary folder instead of `dataDir`, and removes it at the end. */
  readonly ephemeral?: boolean;
  /** Of the account at the first start. */
  readonly credits: number;
  /** Webhook endpoints to add if missing. */
  readonly webhooks: readonly string[];
  readonly smtp?: MailServer;
  /** Default: `chain`. */
  readonly cms?: CmsChoice;
  /** Default: `preferred`. */
  readonly timestamps?: TimestampChoice;
  /** 6 digits for every text message. Default: random. */
  readonly otp?: string;
  /** Policy if a certificate has another name. Default: unchanged, at first `flag`. */
  readonly names?: 'strict' | 'flag';
  readonly version: string;
  /** Gets a JSON line per failure of the service. Default: standard error. */
  readonly log?: Writable;
}

export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Signs the account's owner in. Works once, within 15 minutes. */
  readonly dashboardUrl: string;
  /** The same, but opens the inbox. */
  readonly inboxUrl: string;
  readonly authorityUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}
