import { required } from '../input/argument.ts';

/** The argument that names a webhook endpoint of the sandbox. */
export const endpointArgs = {
  endpoint: required('id of the endpoint, or the first 8 characters of it or more'),
};
