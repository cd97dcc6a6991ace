import { describe, expect, test } from 'vitest';
import { serverErrors } from './server-errors.ts';

const values = { name: 'Depot', steps: [{ name: '' }], tenantId: null };
const pathsOf = (...fields: readonly string[]) =>
  serverErrors(values, Object.fromEntries(fields.map((field) => [field, ['is wrong']]))).map(({ path }) => path);

describe('errors of the server', () => {
  test('find their fields whatever the case of their letters', () => {
    expect(pathsOf('Name', 'TenantID')).toEqual(['name', 'tenantId']);
  });

  test('find fields inside of lists', () => {
    expect(pathsOf('Steps[0].Name')).toEqual(['steps.0.name']);
  });

  test('stand at the list when its entry has no such field', () => {
    expect(pathsOf('Steps[3].Name', 'Steps[0].Interval')).toEqual(['steps', 'steps.0']);
  });

  test('have no place when the form has no such field', () => {
    expect(serverErrors(values, { WorkUnit: ['Closed.', 'Locked.'] })).toEqual([
      { path: undefined, message: 'Closed. Locked.' },
    ]);
  });
});
