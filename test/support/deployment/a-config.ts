import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file that only its owner can read; folders are made. */
export async function writePrivate(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o600);
}

export const aKey = (): string => `${randomBytes(32).toString('base64')}\n`;

/** A whole configuration; its certificates are names of files that need not exist. */
const CONFIG = `
[http]
public_url = "https://sign.example.in"

[database]
url = "postgresql://esign@127.0.0.1/esign"

[files]
folder = "files"

[[keys.links]]
id = "links-1"
file = "keys/links"

[[keys.sealing]]
id = "sealing-1"
file = "keys/sealing"

[[seals]]
certificate = "seal.pem"
key = "seal.key"
chain = "seal-chain.pem"

[[gateways]]
id = "example"
name = "Example CA"
transport = "protean"
action = "https://esign.example.in/sign"
asp_id = "EXAMPLE-001"
asp_certificate = "asp.pem"
asp_key = "asp.key"
esp_certificates = "answers.pem"
roots = "roots.pem"

[timestamps]
policy = "off"

[smtp]
url = "smtp://127.0.0.1:1025"
from = "sign@example.in"
`;

/** One more gateway with the settings of the first. */
export const SECOND_GATEWAY = CONFIG.slice(
  CONFIG.indexOf('[[gateways]]'),
  CONFIG.indexOf('[timestamps]'),
);

/** The table for HTTPS, whose files need not exist. */
export const TLS = '[http.tls]\ncertificate = "tls.pem"\nkey = "tls.key"\n\n';

/** Writes that configuration, changed, with its keys into a folder. Returns its path. */
export async function writeConfig(
  folder: string,
  change: (text: string) => string = (text) => text,
): Promise<string> {
  for (const name of ['links', 'sealing']) await writePrivate(join(folder, 'keys', name), aKey());
  const file = join(folder, 'esign.toml');
  await writeFile(file, change(CONFIG));
  return file;
}
