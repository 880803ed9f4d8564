import { BaseCommand } from '../src/cli/base-command.ts';
import { optional, required } from '../src/cli/input/argument.ts';
import type { ApiResponse } from '../src/cli/transport/api-request.ts';
import {
  apiFlags,
  apiRequest,
  apiResponse,
  assertReads,
  endpointOf,
  writeResponse,
} from '../src/cli/transport/api-request.ts';
import { paginate } from '../src/cli/transport/paginate.ts';

export default class Api extends BaseCommand {
  static override summary = 'make an authenticated API request';
  static override description =
    'Prints the response body unchanged, but on a terminal indents and colours JSON, and escapes control characters; with --json, adds the status and headers.';
  static override examples = [
    '<%= config.bin %> api /api/v1/documents --field limit=5',
    "<%= config.bin %> api /api/v1/documents --paginate --query 'length(documents)'",
    '<%= config.bin %> api POST /api/v1/documents/ID/signers --data @signers.json',
    '<%= config.bin %> api GET /api/v1/documents/ID | jq .status',
  ];
  static override args = {
    method: required('HTTP method, such as POST; may be left out for GET'),
    path: optional('API path, such as /api/v1/documents'),
  };
  static override flags = apiFlags;

  async run(): Promise<ApiResponse | ApiResponse['body']> {
    const { args, flags } = await this.parse(Api);
    const { method, path } = endpointOf(args.method, args.path);
    assertReads(method, flags);
    const options = { ...(await apiRequest(method, flags)), signal: this.signal };
    const client = await this.client();
    const response = flags.paginate
      ? await paginate(client, path, options)
      : await client.request(method, path, options);
    if (!this.out.isJson) writeResponse(response, process.stdout, this.out.paint);
    const whole = apiResponse(response);
    return flags.query ? whole.body : whole;
  }
}
