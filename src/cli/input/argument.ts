import { Args } from '@oclif/core';

export const required = (description: string) =>
  Args.string({ description, required: true, ignoreStdin: true });

/** Stdin never replaces it. */
export const optional = (description: string) => Args.string({ description, ignoreStdin: true });
