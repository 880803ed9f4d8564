import { expect, test } from 'vitest';
import { escapeXml } from '../../../../src/service/adapters/gateway/escape-xml.ts';

test.each([
  ['markup', '<a b="c">&', '&lt;a b=&quot;c&quot;&gt;&amp;'],
  ['white space that a parser would fold', 'a\tb\nc\rd', 'a&#9;b&#10;c&#13;d'],
  ['names in any script', 'अनिता शर्मा 😀 Łukasz', 'अनिता शर्मा 😀 Łukasz'],
  ['controls', 'a\u0000b\u0008c\u001fd', 'a\ufffdb\ufffdc\ufffdd'],
  ['halves of a character', 'a\ud800b\udfffc', 'a\ufffdb\ufffdc'],
  ['noncharacters', 'a\ufffeb\uffffc', 'a\ufffdb\ufffdc'],
])('%s', (_what, text, written) => {
  expect(escapeXml(text)).toBe(written);
});
