import { Type } from '@sinclair/typebox';

export const IF_NONE_MATCH = {
  'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
};

export const NOT_MODIFIED = { 304: { description: 'You have it.', type: 'null' } };
export const ETAG = { headers: { ETag: { type: 'string', description: 'Names this very answer.' } } };
