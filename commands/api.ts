import { BaseCommand } from '../src/cli/base-command.ts';
import { required } from '../src/cli/input/argument.ts';
import { apiFlags } from '../src/cli/transport/api-flags.ts';
import type { ApiAnswer } from '../src/cli/transport/api-request.ts';
import { apiAnswer, apiRequest } from '../src/cli/transport/api-request.ts';
import { writeAnswer } from '../src/cli/transport/write-answer.ts';

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
    method: required('GET, POST …'),
    path: required('path of the API, such as /api/v1/documents'),
  };
  static override flags = apiFlags;

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
