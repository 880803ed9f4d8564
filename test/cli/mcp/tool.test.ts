import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { toolError } from '../../../src/cli/mcp/serve-tools.ts';
import { makeTool } from '../../../src/cli/mcp/tool.ts';
import { NotFoundError, OutcomeUnknownError } from '../../../src/client/index.ts';

const BAD = [{}, { limit: 0 }, { limit: '3' }, { limit: 3, more: 1 }, [], 'limit', null, undefined];

test.each(BAD)('arguments that do not fit the schema never reach the tool: %j', async (given) => {
  let runs = 0;
  const tool = makeTool({
    name: 'count',
    description: 'counts',
    input: { limit: Type.Integer({ minimum: 1 }) },
    run: async ({ limit }) => {
      runs += 1;
      return { text: String(limit), data: {} };
    },
  });
  const { signal } = new AbortController();
  await expect(tool.call(given, signal)).rejects.toMatchObject({ code: 'invalid_arguments' });
  expect(runs).toBe(0);
  expect(await tool.call({ limit: 3 }, signal)).toEqual({ text: '3', data: {} });
});

test('an argument that a tool does not know is named', async () => {
  const run = async () => ({ text: '', data: {} });
  const tool = makeTool({ name: 'count', description: 'counts', input: {}, run });
  const { signal } = new AbortController();
  const next = 'bogus is not an argument of it';
  await expect(tool.call({ bogus: 1 }, signal)).rejects.toMatchObject({ next });
});

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const context = { baseUrl: undefined };

test('an error of the API becomes its code and the hint', () => {
  const message =
    'No such document; write to asha@example.in or see https://example.in/sign/kq3vX0mJ8y';
  const error = new NotFoundError(message, {
    ...{ status: 404, code: 'not_found', headers: {}, rawBody: '' },
    ...{ method: 'GET', path: '/api/v1/documents', operation: 'retrieveDocument' },
  });
  const { text, data } = toolError(error, context);
  expect(text).toBe('not_found: esign docs list');
  expect(data).toMatchObject({
    error: { code: 'not_found', status: 404, hint: 'esign docs list' },
  });
  expect(JSON.stringify(data)).not.toMatch(/asha|kq3vX0mJ8y/);
});

test('an unknown outcome says where to look, not to repeat it', () => {
  const details = { hint: 'look first', operation: 'sendDocument', documentId: ID } as const;
  const { text } = toolError(new OutcomeUnknownError('lost', details), context);
  expect(text).toBe(`outcome_unknown: esign status ${ID}`);
});

test('without a hint, the text is the code alone', () => {
  const error = new CliError({ code: 'file_symlink', what: 'the file is empty', exitCode: 2 });
  expect(toolError(error, context).text).toBe('file_symlink');
});
