import { Type } from 'typebox';
import type { EndpointName, ExtensionEndpoint } from '../endpoints.ts';
import { ALL_ENDPOINTS, API_VERSION } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import { ERRORS } from '../errors.ts';
import { EXTENSION_CONDITIONS, EXTENSION_OPERATIONS } from '../extensions/extension-operations.ts';
import { Uuid } from '../primitives.ts';
import { CONDITIONS, ErrorBody } from './error-body.ts';
import { extraWebhooksObject, webhooksObject } from './openapi-webhooks.ts';
import type { BodyDescription, Operation } from './operations.ts';
import { errorCodesOf, OPERATIONS } from './operations.ts';
import { namedSchemas, withReferences, withReferencesInside } from './plain-schema.ts';

const INFO = {
  title: 'Electronic Signature Service',
  version: API_VERSION,
  summary: 'Get a PDF signed by up to six people, each with a one-time password',
  description:
    'Upload a PDF, add one to six signers, send it, follow its progress by polling or by signed webhooks, and ' +
    'download the signed PDF and its completion certificate. Field names are camelCase, times are ISO 8601, ' +
    'documents are identified by UUIDs.',
  contact: { name: 'The esign authors', url: 'https://git.example.com/esign/esign' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const EXTENSIONS_INFO = {
  ...INFO,
  title: 'Electronic Signature Service: extensions',
  summary: 'What a deployment may offer beside the API',
  description:
    'A deployment lists those that it offers at `/api/v1/extensions`; one without any responds 404. They take ' +
    'the same key as the API, and have its errors and limits. `openapi.json` describes the API itself.',
};

const SERVERS = [
  {
    url: '{base_url}',
    description: 'A deployment of the service; the default is the address of a local sandbox',
    variables: { base_url: { default: 'http://127.0.0.1:4010' } },
  },
];

const TAGS = [
  { name: 'Documents', description: 'Create, list and retrieve documents' },
  { name: 'Signing', description: 'Add signers, send for signature, fetch the certificate' },
  { name: 'Webhooks', description: 'Events that the service posts to your endpoints' },
];

const EXTENSION_TAGS = [
  { name: 'Extensions', description: 'Find, follow, end and mend documents' },
];

const TOO_MANY_REQUESTS = {
  description:
    'Too many requests. Wait, then try again; the response does not come from the service itself',
  headers: {
    'Retry-After': {
      description: 'Seconds to wait',
      schema: Type.Integer({ minimum: 0 }),
      example: 2,
    },
  },
  content: {
    'text/plain': { schema: Type.String(), example: 'Too many requests. Try again later.' },
  },
};

function content({ mediaType, schema, example }: BodyDescription) {
  const isForm = mediaType === 'multipart/form-data';
  const encoding = { file: { contentType: 'application/pdf' } };
  return { [mediaType]: { schema, example, ...(isForm ? { encoding } : {}) } };
}

interface Described {
  readonly info: Readonly<Record<string, unknown>>;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly operations: Readonly<Partial<Record<EndpointName | ExtensionEndpoint, Operation>>>;
  readonly conditions: Readonly<Record<ErrorCode, string>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
}

/** By status; a status can have several codes, each with an example. */
function errorResponses(
  { errors }: Operation,
  conditions: Described['conditions'],
): Record<string, unknown> {
  const codes = errorCodesOf({ errors });
  const exampleOf = (code: ErrorCode) => [
    code,
    { summary: conditions[code], value: { error: code, message: errors[code] } },
  ];
  const responses = codes.map((code) => {
    const alike = codes.filter((other) => ERRORS[other] === ERRORS[code]);
    const description = alike.map((one) => `\`${one}\`: ${conditions[one]}`).join('; ');
    const examples = Object.fromEntries(alike.map(exampleOf));
    const json = { schema: ErrorBody, examples };
    return [ERRORS[code], { description, content: { 'application/json': json } }];
  });
  return Object.fromEntries(responses);
}

function parametersOf({ query = {} }: Operation, path: string) {
  const inPath = [
    { name: 'documentId', schema: Uuid, description: 'the id returned by create' },
    { name: 'signerId', schema: Type.String(), description: 'the id returned by add-signers' },
  ].filter(({ name }) => path.includes(`{${name}}`));
  const inQuery = Object.entries(query).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: false,
    ...parameter,
  }));
  const inOrder = ({ name, ...others }: (typeof inPath)[number]) => {
    return { name, in: 'path', required: true, ...others };
  };
  return [...inPath.map(inOrder), ...inQuery];
}

function operationObject(
  name: EndpointName | ExtensionEndpoint,
  operation: Operation,
  conditions: Described['conditions'],
) {
  const { tag, summary, description, request, success } = operation;
  const parameters = parametersOf(operation, ALL_ENDPOINTS[name].path);
  const headers = success.headers ? { headers: success.headers } : {};
  const ok = { description: success.description, ...headers, content: content(success) };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request ? { requestBody: { required: true, content: content(request) } } : {}),
    responses: {
      [success.status]: ok,
      ...errorResponses(operation, conditions),
      429: TOO_MANY_REQUESTS,
    },
  };
}

function pathsObject({ operations, conditions }: Described) {
  const paths: Record<string, Record<string, unknown>> = {};
  const isDescribed = (name: string): name is keyof typeof ALL_ENDPOINTS => name in operations;
  for (const name of Object.keys(ALL_ENDPOINTS).filter(isDescribed)) {
    const { method, path } = ALL_ENDPOINTS[name];
    const operation = operations[name];
    if (!operation) continue;
    const described = operationObject(name, operation, conditions);
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return paths;
}

/** The API as OpenAPI 3.1 (specification, sections 1 and 9): plain JSON, and always the same. */
export const openApiDocument = () =>
  documentOf({
    info: INFO,
    tags: TAGS,
    operations: OPERATIONS,
    conditions: CONDITIONS,
    webhooks: webhooksObject(),
  });

/** What a deployment may offer beside the specification, as OpenAPI 3.1. */
export const openApiExtensions = () =>
  documentOf({
    info: EXTENSIONS_INFO,
    tags: EXTENSION_TAGS,
    operations: EXTENSION_OPERATIONS,
    conditions: EXTENSION_CONDITIONS,
    webhooks: extraWebhooksObject(),
  });

function documentOf(described: Described) {
  const { info, tags, webhooks } = described;
  const paths = pathsObject(described);
  const schemas = [...namedSchemas({ paths, webhooks })].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: structuredClone(info),
    servers: structuredClone(SERVERS),
    tags: structuredClone(tags),
    security: [{ bearer: [] }],
    paths: withReferences(paths),
    webhooks: withReferences(webhooks),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret API key from the dashboard',
        },
      },
      schemas: Object.fromEntries(
        schemas.map(([id, schema]) => [id, withReferencesInside(schema)]),
      ),
    },
  };
}
