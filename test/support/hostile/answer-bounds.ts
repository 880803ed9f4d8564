import { checkCms, MOST_ELEMENTS } from '../../../src/pdf/cms/check-cms.ts';
import { elementIn, itemsOf, MOST_ITEMS, TAG } from '../../../src/pdf/trust/der.ts';
import {
  MESSAGE_LIMIT_BYTES,
  readSigned,
} from '../../../src/service/adapters/gateway/read-signed.ts';
import { BOUNCE_LIMITS, readBounce } from '../../../src/service/adapters/mail/read-bounce.ts';
import { PaymentLinks } from '../../../src/service/adapters/payments/answers.ts';
import {
  callRazorpay,
  ANSWER_BYTES as PAYMENT_BYTES,
} from '../../../src/service/adapters/payments/call.ts';
import { httpLists, LIST_BYTES } from '../../../src/service/adapters/proof/http-lists.ts';
import {
  httpTimestamps,
  TOKEN_BYTES,
} from '../../../src/service/adapters/proof/http-timestamps.ts';
import { LOGO_LIMITS } from '../../../src/service/core/branding/logo.rules.ts';
import { reencodePng } from '../../../src/service/core/branding/reencode-png.ts';
import {
  discover,
  PROVIDER_BYTES,
} from '../../../src/service/members/sign-in/openid-provider.adapter.ts';
import { BODY_BYTES } from '../../../src/service/webhooks/http-client.adapter.ts';
import { serveHttp } from '../network/http-server.ts';
import { deliveryTo, openSender } from '../outbox/open-sender.ts';
import { aDeepLogo } from '../pdf/a-logo.ts';
import { der, emptyElements } from '../trust/der-elements.ts';
import type { Bound } from './request-bounds.ts';

/** A server that answers with so many bytes. */
async function answering(bytes: number): Promise<string> {
  const body = Buffer.alloc(bytes, ' ');
  return (await serveHttp((_request, response) => response.end(body))).baseUrl;
}

/** What something throws, in words. */
const thrown = async (run: () => unknown): Promise<string> => {
  try {
    return `nothing: ${JSON.stringify(await run())}`;
  } catch (error) {
    return String(error);
  }
};

const cmsOf = (elements: number): Buffer => der(TAG.sequence, emptyElements(elements - 1));

const clock = { now: () => new Date() };

/** What the service reads of files and answers. */
export const ANSWER_BOUNDS: Readonly<Record<string, Bound>> = {
  logos: [
    LOGO_LIMITS.bytes,
    async () => String(await reencodePng(Buffer.alloc(LOGO_LIMITS.bytes + 1))),
    /^too-many-bytes$/,
  ],
  'pixels of a logo': [
    LOGO_LIMITS.pixelBytes,
    async () => String(await reencodePng(aDeepLogo())),
    /^too-deep$/,
  ],
  'answers of a payment provider': [
    PAYMENT_BYTES,
    async () => {
      const access = { baseUrl: await answering(PAYMENT_BYTES + 1), keyId: 'a', keySecret: 'b' };
      return await thrown(() => callRazorpay(access, PaymentLinks, { path: '/payments' }));
    },
    /one that is too large/,
  ],
  'answers of an identity provider': [
    PROVIDER_BYTES,
    async () => {
      const own = {
        id: 'a',
        name: 'A',
        domains: [],
        isOnly: false,
        clientId: 'a',
        clientSecret: 'b',
      };
      const issuer = await answering(PROVIDER_BYTES + 1);
      return await thrown(() => discover({ ...own, issuer }));
    },
    /too_large/,
  ],
  'answers of an authority': [
    MESSAGE_LIMIT_BYTES,
    () =>
      thrown(() =>
        readSigned('x'.repeat(MESSAGE_LIMIT_BYTES + 1), { root: 'A', pinned: [], now: new Date() }),
      ),
    /too large/,
  ],
  'signatures of signers': [
    MOST_ELEMENTS,
    () =>
      thrown(() =>
        checkCms(cmsOf(MOST_ELEMENTS + 1), {
          sha256: '',
          roots: [],
          at: new Date(),
          needEss: false,
        }),
      ),
    /too many elements/,
  ],
  timestamps: [
    TOKEN_BYTES,
    async () => {
      const authority = httpTimestamps({
        url: await answering(TOKEN_BYTES + 1025),
        roots: [],
        clock,
      });
      return await thrown(() => authority.stamp(Buffer.alloc(32)));
    },
    /too_large/,
  ],
  'revocation lists': [
    LIST_BYTES,
    async () => {
      const lists = httpLists({ urls: [await answering(LIST_BYTES + 1)], clock });
      return `${(await lists.listsFor([])).length} lists`;
    },
    /^0 lists$/,
  ],
  'fields of lists and of answers about certificates': [
    MOST_ITEMS,
    () =>
      thrown(() =>
        itemsOf(elementIn(der(TAG.sequence, emptyElements(MOST_ITEMS + 1)), TAG.sequence)),
      ),
    /not DER/,
  ],
  'answers to webhooks': [
    BODY_BYTES,
    async () => {
      const { body, exchange } = await openSender().deliver(
        deliveryTo(await answering(BODY_BYTES + 1)),
      );
      return `${body?.length} bytes, cut: ${exchange?.truncated}`;
    },
    /^16384 bytes, cut: true$/,
  ],
  bounces: [
    BOUNCE_LIMITS.bytes,
    () => thrown(() => readBounce(Buffer.alloc(BOUNCE_LIMITS.bytes + 1, ' '))),
    /more than 512 KiB/,
  ],
};
