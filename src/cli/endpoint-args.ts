import { Args } from '@oclif/core';

/** The argument that names a webhook endpoint of the sandbox. */
export const endpointArgs = {
  endpoint: Args.string({
    description: 'id of the endpoint, as the list shows it',
    required: true,
    ignoreStdin: true,
  }),
};
