import { expect, test } from 'vitest';
import { uploadTypeProblem } from '../../../../src/service/core/documents/create-document.ts';

test.each(['application/pdf', 'application/octet-stream', undefined])(
  'a file sent as %s may hold a PDF',
  (declared) => {
    expect(uploadTypeProblem(declared)).toBeUndefined();
  },
);

test.each(['text/plain', 'application/x-pdf', 'application/json', 'image/png', 'pdf', ''])(
  'a file sent as %j is refused, and the reason names that type and those that are accepted',
  (declared) => {
    expect(uploadTypeProblem(declared)).toBe(
      `The file was sent as ${declared}; send it as application/pdf, as application/octet-stream, or without a type.`,
    );
  },
);
