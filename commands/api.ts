import { BaseCommand } from '../src/cli/base-command.ts';
import { required } from '../src/cli/input/argument.ts';
import type { ApiResponse } from '../src/cli/transport/api-request.ts';
import {
  apiFlags,
  apiRequest,
  apiResponse,
  writeResponse,
} from '../src/cli/transport/api-request.ts';

export default class Api extends BaseCommand {
  static override summary = 'make an authenticated API request';
  static override description =
    'Prints the response body unchanged, but escapes control characters on a terminal; with --json, adds the status and headers.';
  static override examples = [
    '<%= config.bin %> api GET /api/v1/documents --field limit=5',
    '<%= config.bin %> api POST /api/v1/documents/ID/signers --data @signers.json',
    '<%= config.bin %> api GET /api/v1/documents/ID | jq .status',
  ];
  static override args = {
    method: required('HTTP method, such as GET or POST'),
    path: required('API path, such as /api/v1/documents'),
  };
  static override flags = apiFlags;

  async run(): Promise<ApiResponse> {
    const { args, flags } = await this.parse(Api);
    const options = await apiRequest(args.method, flags);
    const client = await this.client();
    const { signal } = this;
    const response = await client.request(args.method, args.path, { ...options, signal });
    if (!this.out.isJson) writeResponse(response, process.stdout);
    return apiResponse(response);
  }
}
