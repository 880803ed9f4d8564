import { expect, test } from 'vitest';
import { html } from '../../../../src/service/http/pages/html.ts';

test('text that is inserted is escaped', () => {
  const text = `<img src=x onerror="alert('1')">&`;
  expect(html`<p>${text}</p>`.text).toBe(
    '<p>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test('markup made by the tag is inserted as it is', () => {
  expect(html`<p>${html`<b>${'<'}</b>`}</p>`.text).toBe('<p><b>&lt;</b></p>');
});

test('a list is inserted one after another, and nothing for null', () => {
  expect(html`${['<', html`<i>`, 3, null, undefined]}`.text).toBe('&lt;<i>3');
});

test('an object that only looks like markup is not inserted as it is', () => {
  const forged = JSON.parse('{"text":"<script>"}');
  expect(() => html`${forged}`.text).toThrow(TypeError);
});

test('backslashes of a template stay', () => {
  expect(html`a\n${'b'}`.text).toBe('a\nb');
});
