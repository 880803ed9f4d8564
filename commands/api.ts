import { Args, Flags } from '@oclif/core';
import type { ApiAnswer } from '../src/cli/api-request.ts';
import { apiAnswer, apiRequest } from '../src/cli/api-request.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { writeAnswer } from '../src/cli/write-answer.ts';

export default class Api extends BaseCommand {
  static override summary = "make any request with the profile's key";
  static override description =
    'The body of the answer goes to stdout as it came; with --json, status and headers beside it.';
  static override examples = [
    '<%= config.bin %> api GET /api/v1/documents --field limit=5',
    '<%= config.bin %> api POST /api/v1/documents/ID/signers --data @signers.json',
    '<%= config.bin %> api GET /api/v1/documents/ID --json | jq .status',
  ];
  static override args = {
    method: Args.string({ description: 'GET, POST …', required: true, ignoreStdin: true }),
    path: Args.string({ description: 'begins with /', required: true, ignoreStdin: true }),
  };
  static override flags = {
    field: Flags.string({
      description: 'name=value of the JSON body, or of the query of a GET (again for each)',
      char: 'f',
      multiple: true,
      multipleNonGreedy: true,
    }),
    data: Flags.string({ description: 'the body: text, @FILE, or - for stdin', char: 'd' }),
    header: Flags.string({
      description: '"Name: value" (again for each)',
      char: 'H',
      multiple: true,
      multipleNonGreedy: true,
    }),
  };

  async run(): Promise<ApiAnswer> {
    const { args, flags } = await this.parse(Api);
    const options = await apiRequest(args.method, flags);
    const client = await this.client();
    const { signal } = this;
    const answer = await client.request(args.method, args.path, { ...options, signal });
    if (!this.out.isJson) writeAnswer(answer, process.stdout);
    return apiAnswer(answer);
  }
}
