import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** A short text, or bytes, in CBOR (RFC 8949). */
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

/** Where a browser is when a device answers. */
export interface Place {
  readonly origin: string;
  readonly challenge: string;
}

/** What a device answers besides, unless a test wants something else. */
interface Wishes {
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

/** A device with one passkey, by the rules of WebAuthn: what it answers is the JSON of a browser. */
export function anAuthenticator(rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counted = 0;
  let handle = '';
  const clientData = (type: string, { origin, challenge }: Place) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number, counter: number) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number]);
  };
  const shell = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  return {
    id: shell.id,
    /** Makes the passkey for a user handle. */
    create(place: Place, userHandle: string, { isVerified = true }: Wishes = {}): string {
      handle = userHandle;
      const flags = FLAGS.present | FLAGS.attested | (isVerified ? FLAGS.verified : 0);
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([authData(flags, 0), Buffer.alloc(16), length, id, cose]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', place)),
        attestationObject: base64url(attestation),
      };
      return JSON.stringify({ ...shell, response, clientExtensionResults: {} });
    },
    /** Signs in by the passkey. */
    get(place: Place, { isVerified = true, counter, userHandle = handle }: Wishes = {}): string {
      counted += 1;
      const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0);
      const data = authData(flags, counter ?? counted);
      const client = clientData('webauthn.get', place);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      };
      return JSON.stringify({ ...shell, response, clientExtensionResults: {} });
    },
  };
}
