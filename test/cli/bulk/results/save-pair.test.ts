import { expect, test } from 'vitest';
import { folderOf } from '../../../../src/cli/bulk/results/save-pair.ts';

const FOLDERS: ReadonlyArray<readonly [name: string, folder: string]> = [
  ['Offer 007.pdf', '0007-Offer-007'],
  ['../../etc/passwd', '0007-etc-passwd'],
  ['..', '0007-document'],
  ['a\\b:c*d?e"f<g>h|i\u0000j\u202ek', '0007-a-b-c-d-e-f-g-h-i-j-k'],
  ['अनुबंध शर्मा', '0007-अनुबंध-शर्मा'],
  ['श\u200dर्मा', '0007-श\u200dर्मा'],
  [' .hidden. ', '0007-hidden'],
  ['\n', '0007-document'],
  ['x'.repeat(300), `0007-${'x'.repeat(60)}`],
];

test.each(FOLDERS)('the files of %j lie in "%s"', (name, folder) => {
  expect(folderOf({ row: 7, name })).toBe(folder);
});
