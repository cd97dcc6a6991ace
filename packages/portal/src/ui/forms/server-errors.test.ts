import { describe, expect, test } from 'vitest';
import { serverErrors } from './server-errors.ts';

const values = { name: 'Depot', steps: [{ name: '' }], tenantId: null };
const pathsOf = (...fields: readonly string[]) =>
  serverErrors(values, Object.fromEntries(fields.map((field) => [field, ['is wrong']]))).map(({ path }) => path);

describe('server errors', () => {
  test('match fields case-insensitively', () => {
    expect(pathsOf('Name', 'TenantID')).toEqual(['name', 'tenantId']);
  });

  test('match fields in lists', () => {
    expect(pathsOf('Steps[0].Name')).toEqual(['steps.0.name']);
  });

  test('fall back to the list when the field does not exist', () => {
    expect(pathsOf('Steps[3].Name', 'Steps[0].Interval')).toEqual(['steps', 'steps.0']);
  });

  test('have no path when the form has no such field', () => {
    expect(serverErrors(values, { WorkUnit: ['Closed.', 'Locked.'] })).toEqual([
      { path: undefined, message: 'Closed. Locked.' },
    ]);
  });
});
