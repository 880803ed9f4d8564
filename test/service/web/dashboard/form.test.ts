import { expect, test } from 'vitest';
import {
  choiceField,
  confirmBox,
  countIn,
  problemSummary,
  textField,
} from '../../../../src/service/web/dashboard/form.ts';

test.each([
  ['0', 0],
  ['007', 7],
  ['999999999999999', 999_999_999_999_999],
])('%j is a number in decimal digits', (text, count) => {
  expect(countIn(text)).toBe(count);
});

test.each(['', ' 5 ', '+5', '-5', '0x10', '1e3', '5.0', '१२', '１２', '5\n', '1000000000000000'])(
  '%j is none',
  (text) => {
    expect(countIn(text)).toBeUndefined();
  },
);

const PROBLEMS = { url: 'Must start with "https://".', name: 'Too long.' };
const URL_FIELD = {
  name: 'url',
  label: 'URL',
  value: 'ftp://<x>',
  type: 'url',
  hint: 'public',
} as const;

test('a field without a problem is not marked', () => {
  const { text } = textField({ ...URL_FIELD, problems: {} });
  expect(text).toBe(
    '<label class="field">URL <span class="hint">public</span>\n<input type="url" name="url" value="ftp://&lt;x&gt;"></label>',
  );
});

test('the first field with a problem keeps its value, names its problem and gets the focus', () => {
  const { text } = textField({ ...URL_FIELD, problems: PROBLEMS });
  expect(text).toContain(
    'value="ftp://&lt;x&gt;" id="field-url" aria-invalid="true" aria-describedby="problem-url" autofocus>',
  );
  expect(text).toContain(
    '</label><p class="problem" id="problem-url">Must start with &quot;https://&quot;.</p>',
  );
});

test('the fields after it do not take the focus', () => {
  const { text } = choiceField(
    { name: 'name', label: 'Name', value: 'a', problems: PROBLEMS },
    { a: 'A', b: 'B' },
  );
  expect(text).toContain(
    '<select name="name" id="field-name" aria-invalid="true" aria-describedby="problem-name">',
  );
  expect(confirmBox('Yes', PROBLEMS).text).not.toContain('aria-');
});

test('a summary leads to each field', () => {
  const { text } = problemSummary(PROBLEMS);
  expect(text).toContain('role="alert"><p>Check these 2 fields:</p>');
  expect(text).toContain('<li><a href="#field-name">Too long.</a></li>');
});
