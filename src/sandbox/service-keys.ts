import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere, writeOnce } from './write-synced.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 24;

const Saved = Type.Object({
  secret: Type.String(),
  apiKey: Type.String(),
  webhookSecret: Type.String(),
});

/** The service's secrets, made once for a data folder and kept over restarts and resets. */
export interface ServiceKeys {
  /** 32 bytes: authorise links. */
  readonly secret: Buffer;
  readonly apiKey: string;
  readonly webhookSecret: string;
}

function makeKeys() {
  return {
    secret: randomBytes(SECRET_BYTES).toString('base64'),
    apiKey: `sk_test_${randomBytes(KEY_BYTES).toString('base64url')}`,
    webhookSecret: `whsec_${randomBytes(KEY_BYTES).toString('base64url')}`,
  };
}

/** Opens the service's secrets in a data folder (a file for its owner alone); the first time it makes them. */
export async function openServiceKeys(dataDir: string): Promise<ServiceKeys> {
  const file = join(dataDir, 'service.json');
  if ((await readIfThere(file)) === undefined) {
    await writeOnce(file, JSON.stringify(makeKeys(), null, 2));
  }
  const saved = Value.Decode(Saved, JSON.parse((await readIfThere(file)) ?? 'null'));
  return { ...saved, secret: Buffer.from(saved.secret, 'base64') };
}
