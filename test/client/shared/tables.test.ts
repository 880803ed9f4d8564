import { expect, test } from 'vitest';
import { dispositionFilename } from '../../../src/client/downloads/download.ts';
import type { DocumentSigner, SignerInput } from '../../../src/client/index.ts';
import { makeEvent, redactText, redactUrl, signWebhook } from '../../../src/client/index.ts';
import type { LostAdd } from '../../../src/client/recovery/reconcile.ts';
import { compareAdded } from '../../../src/client/recovery/reconcile.ts';
import type { ErrorCase } from '../../support/client/shared-errors.ts';
import { shownResponse } from '../../support/client/shared-errors.ts';
import { sharedFixture } from '../../support/client/shared-fixture.ts';
import type { WebhookCase } from '../../support/client/shared-webhooks.ts';
import { verdictOn } from '../../support/client/shared-webhooks.ts';

test.each(sharedFixture<ErrorCase[]>('errors'))(
  '$name becomes the error that Python makes',
  (one) => {
    expect(shownResponse(one)).toEqual(one.error);
  },
);

test.each(sharedFixture<WebhookCase[]>('webhooks'))('$name is judged as in Python', (one) => {
  expect(verdictOn(one)).toEqual(one.result);
});

interface Redaction {
  readonly name: string;
  readonly text?: string;
  readonly url?: string;
  readonly secrets?: string[];
  readonly safe: string;
}

test.each(sharedFixture<Redaction[]>('redact'))('$name is redacted as in Python', (one) => {
  const { text, url, secrets = [], safe } = one;
  expect(text === undefined ? redactUrl(url ?? '') : redactText(text, secrets)).toBe(safe);
});

interface Comparison {
  readonly name: string;
  readonly now: DocumentSigner[];
  readonly before: string[];
  readonly wanted: SignerInput[];
  readonly kind: string;
}

test.each(sharedFixture<Comparison[]>('compare'))('$name compares as in Python', (one) => {
  const lost: LostAdd = { before: new Set(one.before), wanted: one.wanted };
  expect(compareAdded(one.now, lost).kind).toBe(one.kind);
});

interface EventCase {
  readonly name: string;
  readonly type: 'signer.signed' | 'document.completed';
  readonly fields: Record<string, unknown>;
  readonly event: unknown;
}

test.each(sharedFixture<EventCase[]>('events'))('$name is made as in Python', (one) => {
  expect(makeEvent(one.type, one.fields)).toEqual(one.event);
});

interface Named {
  readonly name: string;
  readonly header: string;
  readonly filename: string | null;
}

test.each(sharedFixture<Named[]>('filenames'))(
  '$name is read as in Python',
  ({ header, filename }) => {
    expect(dispositionFilename(header) ?? null).toBe(filename);
  },
);

test.each(sharedFixture<{ body: string; secret: string; signature: string }[]>('signatures'))(
  'the body $body has the signature that Python gives it',
  ({ body, secret, signature }) => {
    expect(signWebhook(body, secret)).toBe(signature);
  },
);
