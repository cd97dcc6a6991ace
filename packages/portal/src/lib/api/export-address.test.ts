import { describe, expect, test } from 'vitest';
import { exportAddress } from './export-address.ts';

const optionsOf = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?'))));

describe('the URL of an export', () => {
  test('lists the columns and their headings in order', () => {
    const address = exportAddress('/v1/devices', {}, [
      { field: 'name', header: 'Name' },
      { field: 'tenant/name', header: 'Tenant, owner' },
    ]);
    expect(address.startsWith('/v1/devices/Export()?')).toBe(true);
    expect(optionsOf(address)).toEqual({ $select: 'name,tenant/name', headings: '["Name","Tenant, owner"]' });
  });

  test("contains the list's filter, search, order and page", () => {
    const address = exportAddress(
      '/v1/devices',
      { filter: 'enabled eq true', search: 'web', orderBy: [{ field: 'name', direction: 'desc' }], top: 25, skip: 50 },
      [{ field: 'name', header: 'Name' }],
    );
    expect(optionsOf(address)).toMatchObject({
      $filter: 'enabled eq true',
      $search: '"web"',
      $orderby: 'name desc',
      $top: '25',
      $skip: '50',
    });
  });

  test('contains the display texts of columns that declare them', () => {
    const address = exportAddress('/v1/devices', {}, [
      { field: 'name', header: 'Name' },
      { field: 'enabled', header: 'Enabled', exportWords: { of: { true: 'Yes', false: 'No' } } },
    ]);
    expect(optionsOf(address)['words']).toBe('[null,{"of":{"true":"Yes","false":"No"}}]');
  });

  test('leaves out columns that are not exported, and uses the export path of others', () => {
    const address = exportAddress('/v1/devices', {}, [
      { field: 'location', header: 'Location', exported: 'location/name' },
      { field: 'cpu', header: 'CPU', exported: false },
    ]);
    expect(optionsOf(address)).toEqual({ $select: 'location/name', headings: '["Location"]' });
  });
});
