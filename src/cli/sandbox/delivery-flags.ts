import { Flags } from '@oclif/core';
import { durationFlag } from '../input/duration-flag.ts';

/** The flags of `sandbox webhook deliveries`. */
export const deliveryFlags = {
  failed: Flags.boolean({
    description: 'only those that were given up, skipped or are in retry',
    default: false,
  }),
  since: durationFlag({ description: 'only those of the last hours or days, such as 2h' }),
  document: Flags.string({ description: 'only those of this document', helpValue: 'DOCUMENT' }),
  limit: Flags.integer({
    description: 'most to list, the newest first',
    default: 20,
    min: 1,
    max: 1000,
    helpValue: 'COUNT',
  }),
  delivery: Flags.string({
    description: 'show this one whole: what was sent, and each answer',
    helpValue: 'DELIVERY',
    exclusive: ['failed', 'since', 'document'],
  }),
};
