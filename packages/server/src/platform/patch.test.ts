import { expect, test } from 'vitest';
import { Problem } from './problems.ts';
import { applyPatch, patchSchema } from './patch.ts';

const target = {
  current: { title: 'Old', effort: null, stateId: 'New', created: '2026-03-02T10:00:00.000Z' },
  writable: ['title', 'effort', 'stateId'],
};

const apply = (...operations: unknown[]) => applyPatch(patchSchema.parse(operations), target);

const refusal = (...operations: unknown[]): { status: number; detail: string } => {
  try {
    apply(...operations);
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, detail: error.detail };
    throw error;
  }
  throw new Error('The patch was taken.');
};

test('a change with its test returns the new values', () => {
  expect(
    apply(
      { op: 'test', path: '/Title', value: 'Old' },
      { op: 'replace', path: '/title', value: 'New' },
      { op: 'test', path: '/effort', value: null },
      { op: 'add', path: '/effort', value: 3 },
    ),
  ).toEqual({ title: 'New', effort: 3 });
});

test('a test refers to the stored value, before and after the change that it belongs to', () => {
  expect(apply({ op: 'replace', path: '/title', value: 'New' }, { op: 'test', path: '/title', value: 'Old' })).toEqual({
    title: 'New',
  });
  expect(
    refusal({ op: 'replace', path: '/title', value: 'New' }, { op: 'test', path: '/title', value: 'New' }).status,
  ).toBe(409);
});

test('a field that the row does not have is tested as null', () => {
  const operations = patchSchema.parse([
    { op: 'test', path: '/note', value: null },
    { op: 'add', path: '/note', value: 'first' },
  ]);
  expect(applyPatch(operations, { current: {}, writable: ['note'] })).toEqual({ note: 'first' });
});

test('a removed field becomes null', () => {
  expect(apply({ op: 'test', path: '/title', value: 'Old' }, { op: 'remove', path: '/title' })).toEqual({
    title: null,
  });
});

test('a failing test leads to 409 and names the field', () => {
  expect(
    refusal({ op: 'test', path: '/title', value: 'Other' }, { op: 'replace', path: '/title', value: 'x' }),
  ).toEqual({
    status: 409,
    detail: "The current value of 'title' is not equal to the test value.",
  });
});

test('times are compared as instants, whatever their notation', () => {
  expect(apply({ op: 'test', path: '/created', value: '2026-03-02T11:00:00+01:00' })).toEqual({});
});

test.each([
  ['a change without its test', { op: 'replace', path: '/title', value: 'x' }],
  ['a field that does not exist', { op: 'test', path: '/__proto__', value: null }],
  ['a field that cannot be changed', { op: 'replace', path: '/created', value: 'x' }],
])('%s leads to 400', (_name, operation) => {
  expect(refusal(operation).status).toBe(400);
});

test('only operations on top-level fields are accepted', () => {
  for (const operation of [
    { op: 'move', from: '/title', path: '/effort' },
    { op: 'replace', path: '/title/0', value: 'x' },
    { op: 'replace', path: '', value: {} },
  ])
    expect(patchSchema.safeParse([operation]).success).toBe(false);
});
