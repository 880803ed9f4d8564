import { Type } from 'typebox';
import type { EndpointName } from '../endpoints.ts';
import { API_VERSION, ENDPOINTS } from '../endpoints.ts';
import { ErrorBody } from '../error-body.ts';
import type { ErrorCode } from '../errors.ts';
import { ERRORS } from '../errors.ts';
import { Uuid } from '../primitives.ts';
import { webhooksObject } from './openapi-webhooks.ts';
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
  license: { name: 'MIT', identifier: 'MIT' },
};

const SERVERS = [
  {
    url: '{base_url}',
    description: 'A deployment of the service',
    variables: {
      base_url: {
        default: 'http://127.0.0.1:4010',
        description: 'Address of the deployment; the default is a local sandbox',
      },
    },
  },
];

const TAGS = [
  { name: 'Documents', description: 'Create, list and retrieve documents' },
  { name: 'Signing', description: 'Add signers, send for signature, fetch the certificate' },
  { name: 'Webhooks', description: 'Events that the service posts to your endpoints' },
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

/** By status; a status can have several codes, each with an example. */
function errorResponses(name: EndpointName): Record<string, unknown> {
  const codes = errorCodesOf(name);
  const { errors }: Operation = OPERATIONS[name];
  const exampleOf = (code: ErrorCode) => [
    code,
    { summary: ERRORS[code].condition, value: { error: code, message: errors[code] } },
  ];
  const responses = codes.map((code) => {
    const alike = codes.filter((other) => ERRORS[other].status === ERRORS[code].status);
    const description = alike.map((one) => `\`${one}\`: ${ERRORS[one].condition}`).join('; ');
    const examples = Object.fromEntries(alike.map(exampleOf));
    const json = { schema: ErrorBody, examples };
    return [ERRORS[code].status, { description, content: { 'application/json': json } }];
  });
  return Object.fromEntries(responses);
}

function parametersOf({ query = {} }: Operation, path: string) {
  const inPath = { name: 'documentId', in: 'path', required: true, schema: Uuid };
  const inQuery = Object.entries(query).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: false,
    ...parameter,
  }));
  const isOfDocument = path.includes('{documentId}');
  const described = { ...inPath, description: 'the id returned by create' };
  return isOfDocument ? [described, ...inQuery] : inQuery;
}

function operationObject(name: EndpointName) {
  const operation: Operation = OPERATIONS[name];
  const { tag, summary, description, request, success } = operation;
  const parameters = parametersOf(operation, ENDPOINTS[name].path);
  const headers = success.headers ? { headers: success.headers } : {};
  const ok = { description: success.description, ...headers, content: content(success) };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request ? { requestBody: { required: true, content: content(request) } } : {}),
    responses: { [success.status]: ok, ...errorResponses(name), 429: TOO_MANY_REQUESTS },
  };
}

function pathsObject(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  const names = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in OPERATIONS);
  for (const name of names) {
    const { method, path } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(name) };
  }
  return paths;
}

/** The API as OpenAPI 3.1 (specification, sections 1 and 9): plain JSON, and always the same. */
export function openApiDocument() {
  const paths = pathsObject();
  const webhooks = webhooksObject();
  const schemas = [...namedSchemas({ paths, webhooks })].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: structuredClone(INFO),
    servers: structuredClone(SERVERS),
    tags: structuredClone(TAGS),
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
