import { expect, test } from 'vitest';
import { html, xml } from '../../src/html/html.ts';

test('inserted text is escaped', () => {
  const text = `<img src=x onerror="alert('1')">&`;
  expect(html`<p>${text}</p>`.text).toBe(
    '<p>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test('markup made by a tag is inserted as it is', () => {
  expect(html`<p>${html`<b>${'<'}</b>`}</p>`.text).toBe('<p><b>&lt;</b></p>');
});

test('a list is joined, and null, undefined and false insert nothing', () => {
  expect(html`${['<', html`<i>`, 3, null, undefined, false]}`.text).toBe('&lt;<i>3');
});

test('an object that only looks like markup is not inserted', () => {
  const forged = JSON.parse('{"text":"<script>"}');
  expect(() => html`${forged}`.text).toThrow(TypeError);
});

test('escapes of a template keep their meaning', () => {
  expect(html`a\n${'b'}`.text).toBe('a\nb');
});

test.each([
  ['markup', `<a b="c">&'`, '&lt;a b=&quot;c&quot;&gt;&amp;&#39;'],
  ['white space that a parser would fold', 'a\tb\nc\rd', 'a&#9;b&#10;c&#13;d'],
  ['names in any script', 'अनिता शर्मा 😀 Łukasz', 'अनिता शर्मा 😀 Łukasz'],
  ['controls', 'a\u0000b\u0008c\u001fd', 'a\ufffdb\ufffdc\ufffdd'],
  ['halves of a character', 'a\ud800b\udfffc', 'a\ufffdb\ufffdc'],
  ['noncharacters', 'a\ufffeb\uffffc', 'a\ufffdb\ufffdc'],
])('XML: %s', (_what, text, written) => {
  expect(xml`${text}`.text).toBe(written);
});
