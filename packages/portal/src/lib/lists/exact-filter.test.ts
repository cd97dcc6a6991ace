import { expect, test } from 'vitest';
import { exactFilter } from './exact-filter.ts';

test('an exact search compares every field case-insensitively', () => {
  expect(exactFilter(['title', 'tenant/name'], " O'Neil ")).toBe(
    "(tolower(title) eq 'o''neil') or (tolower(tenant/name) eq 'o''neil')",
  );
});

test('an exact search compares number fields with whole numbers only', () => {
  expect(exactFilter(['title', '#workUnitId'], '42')).toBe("(tolower(title) eq '42') or (workUnitId eq 42)");
  expect(exactFilter(['#workUnitId'], 'door')).toBeUndefined();
  expect(exactFilter(['title'], '  ')).toBeUndefined();
});
