import { describe, expect, test } from 'vitest';
import { listAddress } from './odata-query.ts';

describe('the URL of a list', () => {
  test('is the set alone without query options', () => {
    expect(listAddress('/v1/locations', {})).toBe('/v1/locations');
  });

  test('contains the sort terms in order, encoded', () => {
    const orderBy = [
      { field: 'severityId', direction: 'asc' },
      { field: 'created', direction: 'desc' },
    ] as const;
    expect(listAddress('/v1/workunits', { orderBy, top: 10 })).toBe(
      '/v1/workunits?$orderby=severityId%20asc%2Ccreated%20desc&$top=10',
    );
  });

  test('encodes the filter', () => {
    expect(listAddress('/v1/x', { filter: "name eq 'a&b'", skip: 20 })).toBe(
      "/v1/x?$filter=name%20eq%20'a%26b'&$skip=20",
    );
  });
});
