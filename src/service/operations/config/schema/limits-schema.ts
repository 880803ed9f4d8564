import { Type } from 'typebox';
import { DEFAULT_QUOTAS } from '../../../core/quotas.rules.ts';
import { TABLE, Whole } from './kinds.ts';

const MAX_REQUESTS = 1_000_000;
const MAX_PDF_SECONDS = 100_000;
const MAX_DRAFTS = 1_000_000;
const MAX_ENTRIES = 10_000;
const MAX_PERCENT = 50;

const quota = (maximum: number, value: number, description: string) =>
  Whole({ minimum: 1, maximum }, { default: value, description });

export const Limits = Type.Object(
  {
    accountPerMinute: quota(MAX_REQUESTS, 600, 'most requests a minute of an account to the API'),
    pdfSecondsPerMinute: quota(
      MAX_PDF_SECONDS,
      60,
      'most seconds of processor time a minute that reading and writing the PDFs of an account may take; beyond that its uploads, sends and certificates get 503',
    ),
    drafts: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.drafts,
      'most documents of an account that were not sent; further ones get 400',
    ),
    draftMegabytes: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.draftMegabytes,
      'most megabytes that the files of these documents take together',
    ),
    draftsWithoutCredits: quota(
      MAX_DRAFTS,
      DEFAULT_QUOTAS.draftsWithoutCredits,
      'most documents that were not sent, while the account has no credits',
    ),
    endpoints: quota(MAX_ENTRIES, DEFAULT_QUOTAS.endpoints, 'most webhook endpoints of an account'),
    members: quota(
      MAX_ENTRIES,
      DEFAULT_QUOTAS.members,
      'most members of an account, counting those who were invited',
    ),
    passkeys: quota(MAX_ENTRIES, DEFAULT_QUOTAS.passkeys, 'most passkeys of a person'),
    freeDiskPercent: Whole(
      { minimum: 0, maximum: MAX_PERCENT },
      {
        default: DEFAULT_QUOTAS.freeDiskPercent,
        description:
          'share in percent of the volume of the files, or of the spool, below which uploads get 503; 0 takes uploads until it is full',
      },
    ),
  },
  {
    ...TABLE,
    description:
      'Limits of requests, shared by all processes, and of what an account may have at a time.',
  },
);
