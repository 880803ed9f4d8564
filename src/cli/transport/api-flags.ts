import { Flags } from '@oclif/core';

/** The flags that make a request of `api`. */
export const apiFlags = {
  field: Flags.string({
    description: 'name=value of the JSON body, or of the query of a GET (again for each)',
    char: 'f',
    helpValue: 'NAME=VALUE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  data: Flags.string({
    description: 'the body: text, @FILE, or - for stdin',
    char: 'd',
    helpValue: 'DATA',
  }),
  header: Flags.string({
    description: '"Name: value" (again for each)',
    char: 'H',
    helpValue: 'HEADER',
    multiple: true,
    multipleNonGreedy: true,
  }),
};
