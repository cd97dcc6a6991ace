import { expect, test } from 'vitest';
import { systemTenantId } from '../context.ts';
import { defineEntity } from './entity.ts';
import { toColumns, toWire } from './wire-form.ts';

const colors = { Red: 1, Green: 2 } as const;

const lamp = defineEntity({
  name: 'Lamp',
  set: 'lamps',
  table: 'lamps',
  key: 'lampId',
  keyColumn: 'lamp_id',
  permission: 'Locations:view',
  reach: 'visible',
  shared: true,
  properties: {
    lampId: { type: 'guid', sql: 'lamp_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    postalCode: { type: 'string', sql: 'postal_code', nullable: true },
    colorId: { type: 'int32', sql: 'color_id', enumeration: colors },
    isBright: { type: 'boolean', sql: (alias) => `(${alias}.watts > 9)` },
    created: { type: 'dateTimeOffset', sql: 'created' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  edges: {},
});

const row = {
  tenant_id: systemTenantId,
  lamp_id: 'a',
  postal_code: null,
  color_id: 2,
  created: new Date('2026-01-02T03:04:05.006Z'),
  modified: new Date('2026-01-02T03:04:05.007Z'),
};

test('a row is converted to its property names, with times, enumerations and shared tenants in wire form', () => {
  expect(toWire(lamp, row, { without: ['created'] })).toEqual({
    lampId: 'a',
    tenantId: null,
    postalCode: null,
    colorId: 'Green',
    modified: '2026-01-02T03:04:05.007Z',
  });
});

test('a number outside its enumeration is an error', () => {
  expect(() => toWire(lamp, { ...row, color_id: 3 })).toThrow(RangeError);
});

test('a body is converted to the columns that it names, except those that only the server writes', () => {
  const body = {
    lampId: 'b',
    tenantId: 'c',
    modified: '2026-01-01T00:00:00Z',
    postalCode: null,
    colorId: 'Red',
    isBright: true,
  } as const;
  expect(toColumns(lamp, body)).toEqual({ postal_code: null, color_id: 1 });
  expect(toColumns(lamp, { postalCode: undefined })).toEqual({});
});
