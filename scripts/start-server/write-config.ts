import { randomBytes, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { SANDBOX_ASP_ID } from '../../src/sandbox/authority/requests/check-request.ts';
import { writeOnce, writeSynced } from '../../src/sandbox/saved-files.ts';
import type { TestAuthority } from './test-authority.ts';

/** What the trial's service is connected to. */
export interface Surroundings {
  readonly port: number;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly smtpPort: number;
  readonly authority: TestAuthority;
}

const KEY_BYTES = 32;
const pem = (der: Buffer): string => new X509Certificate(der).toString();

const configOf = ({ port, publicUrl, databaseUrl, smtpPort, authority }: Surroundings): string =>
  `# A trial with TEST signatures: written by npm run start:server at each start.
environment = "test"
[http]
port = ${port}
public_url = "${publicUrl}"
drain_seconds = 0
[database]
url = "${databaseUrl}"
[files]
folder = "../files"
[[keys.links]]
id = "links-1"
file = "links-1"
[[keys.sealing]]
id = "sealing-1"
file = "sealing-1"
[[seals]]
certificate = "seal.pem"
key = "seal.key"
chain = "seal-chain.pem"
[[gateways]]
id = "test"
name = "TEST Certifying Authority"
transport = "protean"
action = "${authority.url}/sign"
asp_id = "${SANDBOX_ASP_ID}"
asp_certificate = "asp.pem"
asp_key = "asp.key"
esp_certificates = "answers.pem"
roots = "test-root.pem"
chain = "chain.pem"
language_parameter = "lang"
[timestamps]
policy = "required"
[[timestamps.authorities]]
url = "${authority.timestampUrl}"
roots = "test-root.pem"
chain = "chain.pem"
[smtp]
url = "smtp://127.0.0.1:${smtpPort}"
from = "trial@esign.test"
[webhooks]
allowed_networks = ["127.0.0.0/8"]
[log]
level = "warn"
`;

/** Writes the configuration and what it names; secret keys stay as they are. Returns its path. */
export async function writeConfig(folder: string, around: Surroundings): Promise<string> {
  const { pki } = around.authority;
  const at = (name: string) => join(folder, name);
  for (const name of ['links-1', 'sealing-1']) {
    await writeOnce(at(name), `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  }
  const files: Readonly<Record<string, string>> = {
    'seal.pem': pem(pki.seal.certificate),
    'seal.key': pki.seal.privateKey,
    'seal-chain.pem': pki.sealChain.map(pem).join(''),
    'asp.pem': pem(pki.asp.certificate),
    'asp.key': pki.asp.privateKey,
    'answers.pem': pem(pki.answer.certificate),
    'test-root.pem': pem(pki.root),
    'chain.pem': pem(pki.subCa.certificate),
    'esign.toml': configOf(around),
  };
  for (const [name, text] of Object.entries(files)) await writeSynced(at(name), text);
  return at('esign.toml');
}
