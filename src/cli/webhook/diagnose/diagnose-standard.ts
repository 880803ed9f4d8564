import { createHmac } from 'node:crypto';
import {
  bytesOfBase64,
  STANDARD_HEADERS,
  standardKeyOf,
  standardMessage,
} from '../../../contract/webhooks/webhook-standard.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import type { DiagnosisInput, Explained, HeaderValues } from './diagnose.ts';
import { sentence } from './diagnose.ts';
import type { Variant } from './variants.ts';
import { bodyVariants } from './variants.ts';

export const hasStandard = (headers: HeaderValues): boolean =>
  Object.values(STANDARD_HEADERS).some((name) => headers[name] !== undefined);

const AS_TEXT = 'decode the base64 after whsec_: the bytes are the key';

function keysOf({ secrets, others = [] }: DiagnosisInput): Variant[] {
  const decoded = (one: WebhookSecret, what: string, fix: string) => {
    const bytes = standardKeyOf(one.value);
    return bytes ? [{ what, fix, bytes: Buffer.from(bytes) }] : [];
  };
  return [
    ...secrets.flatMap((one) => decoded(one, '', '')),
    ...others.flatMap((one) =>
      decoded(one, `it is signed with ${one.name}`, `verify with ${one.name}`),
    ),
    ...secrets.map(({ name, value }) => {
      return { what: `${name} was used as it is`, fix: AS_TEXT, bytes: Buffer.from(value) };
    }),
  ];
}

function formless({ secrets }: DiagnosisInput): string[] {
  const without = secrets.filter(({ value }) => standardKeyOf(value) === undefined);
  return without.map(
    ({ name }) =>
      `${name} is not whsec_ and base64 of 24 to 64 bytes: it signs only X-Service-Signature.`,
  );
}

/** Explains a mismatch of `webhook-signature`. Only a matching digest confirms a cause. */
export function explainStandard(input: DiagnosisInput): Explained | undefined {
  const { headers = {}, body } = input;
  const { id: idName, timestamp: timeName, signature: signatureName } = STANDARD_HEADERS;
  const [id = ''] = headers[idName] ?? [];
  const [timestamp = ''] = headers[timeName] ?? [];
  const [signature = ''] = headers[signatureName] ?? [];
  const digests = signature
    .split(' ')
    .flatMap((one) => bytesOfBase64(one.slice('v1,'.length)) ?? []);
  const keys = keysOf(input);
  for (const variant of bodyVariants(body)) {
    const message = standardMessage({ id, timestamp }, variant.bytes);
    const key = keys.find(({ bytes }) => {
      const made = createHmac('sha256', bytes).update(message).digest();
      return digests.some((digest) => made.equals(digest));
    });
    if (key) return explained(variant, key);
  }
  const explain = formless(input);
  return explain.length > 0 ? { reason: 'wrong_secret', explain } : undefined;
}

function explained(body: Variant, key: Variant): Explained | undefined {
  const sides = [body, key].filter(({ what }) => what !== '');
  if (sides.length === 0) return undefined;
  const explain = [
    ...sides.map(({ what }) => sentence(what)),
    ...sides.map(({ fix }) => `To fix: ${fix}.`),
  ];
  return { reason: body.what === '' ? 'wrong_secret' : 'altered_body', explain };
}
