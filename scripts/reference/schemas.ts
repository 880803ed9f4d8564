import type { TSchema } from 'typebox';
import { columnMeaning } from '../../src/cli/bulk/manifest/example-manifest.ts';
import { EXTENSION_LIMITS } from '../../src/contract/extensions/names.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { SignerInput } from '../../src/contract/signer.ts';
import { ConfigSchema } from '../../src/service/operations/config/schema/schema.ts';
import type { Node } from '../../src/service/operations/config/settings.ts';
import { nodeOf, propertiesOf } from '../../src/service/operations/config/settings.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const FILE = {
  type: 'object',
  properties: { file: { type: 'string', minLength: 1 } },
  required: ['file'],
  additionalProperties: false,
};

/** As written in the file. Nothing is required: variables may give it. */
function inFile(given: TSchema | Node): unknown {
  const node = nodeOf(given as TSchema);
  const { isSecret, isUrl, isUsual, isPath, example, required, ...shown } = node;
  const { properties, items, pattern, rule, ...plain } = shown;
  const { description } = node;
  if (isSecret) return { description, ...(isUrl ? { anyOf: [FILE, { type: 'string' }] } : FILE) };
  const tables = [...propertiesOf(node)].map(([name, [, child]]) => [name, inFile(child)]);
  return {
    ...plain,
    ...(properties && { properties: Object.fromEntries(tables) }),
    ...(items && { items: inFile(items) }),
  };
}

const MANIFEST = {
  $schema: DIALECT,
  title: 'A row of a bulk manifest in JSON Lines',
  type: 'object',
  properties: {
    file: { type: 'string', minLength: 1, description: columnMeaning('file') },
    name: { type: 'string', description: columnMeaning('name') },
    signers: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.signersPerDocument,
      items: {
        ...SignerInput,
        properties: {
          ...SignerInput.properties,
          placement: { type: 'string', description: columnMeaning('signer1_placement') },
        },
      },
    },
    externalId: {
      type: 'string',
      maxLength: EXTENSION_LIMITS.externalIdLength,
      description: columnMeaning('external_id'),
    },
    expectSigners: {
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.signersPerDocument,
      description: columnMeaning('expect_signers'),
    },
    expectSha256: {
      type: 'string',
      pattern: '^[0-9A-Fa-f]{64}$',
      description: columnMeaning('expect_sha256'),
    },
  },
  required: ['file', 'signers'],
};

const CONFIGURATION = {
  $schema: DIALECT,
  title: 'The configuration file of esign serve',
  ...(inFile(ConfigSchema) as object),
};

const text = (schema: object): string =>
  `${JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value), 2)}\n`;

/** For editors, by file. */
export const schemaTexts = (): Readonly<Record<string, string>> => ({
  'docs/schemas/manifest.schema.json': text(MANIFEST),
  'docs/schemas/configuration.schema.json': text(CONFIGURATION),
});
