import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Document } from '../../../src/contract/document.ts';
import { withoutIds } from '../../../src/contract/openapi/plain-schema.ts';

test('no schema inside the copy has an id', () => {
  expect(JSON.stringify(Document)).toContain('"$id"');
  expect(JSON.stringify(withoutIds(Document))).not.toContain('"$id"');
});

test('nothing but the ids is lost', () => {
  const withIds = Type.Object({ a: Type.Array(Type.String({ $id: 'A', minLength: 2 })) });
  const plain = Type.Object({ a: Type.Array(Type.String({ minLength: 2 })) });
  expect(JSON.parse(JSON.stringify(withoutIds(withIds)))).toEqual(
    JSON.parse(JSON.stringify(plain)),
  );
});

test('a property that is called $id stays', () => {
  const schema = Type.Object({ $id: Type.String() }, { $id: 'WithId' });
  expect(withoutIds(schema)).toEqual({
    type: 'object',
    required: ['$id'],
    properties: { $id: { type: 'string' } },
  });
});

test('the schema that is copied keeps its ids', () => {
  withoutIds(Document);
  expect(Document).toHaveProperty('$id', 'Document');
  expect(Document.properties.status).toHaveProperty('$id', 'DocumentStatus');
});
