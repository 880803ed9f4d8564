import { Args } from '@oclif/core';

/** A required argument. */
export const required = (description: string) =>
  Args.string({ description, required: true, ignoreStdin: true });

/** An optional argument; stdin never stands in for it. */
export const optional = (description: string) => Args.string({ description, ignoreStdin: true });
