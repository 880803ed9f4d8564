import { Args } from '@oclif/core';

/** An argument that has to be there. */
export const required = (description: string) =>
  Args.string({ description, required: true, ignoreStdin: true });

/** An argument that may be left out; a pipe on stdin never stands in for it. */
export const optional = (description: string) => Args.string({ description, ignoreStdin: true });
