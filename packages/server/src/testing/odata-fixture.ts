import { defineEntity, type EntityDeclaration } from '../platform/odata/entity.ts';
import { systemTenantId } from '../platform/context.ts';
import type { TestDatabase } from './test-database.ts';

/** Tenants of the fixture, in the order of their names. */
export const fixtureTenants = ['a', 'b', 'c'].map((letter) => `0000000${letter}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];

/** One part of a sample, as stored. */
export interface PartRow {
  readonly partId: string;
  readonly label: string;
  readonly weight: number | null;
}

/** One sample as a test sees it; `null` is NULL. */
export interface SampleRow {
  readonly tenantId: string;
  readonly sampleId: string;
  readonly name: string;
  readonly note: string | null;
  readonly rank: number | null;
  readonly big: number;
  readonly price: number | null;
  readonly isOpen: boolean | null;
  readonly moment: string | null;
  readonly kind: 'Red' | 'Green' | 'Blue' | null;
  readonly makerId: string | null;
  readonly parts: readonly PartRow[];
}

/** A maker; those of the System tenant are shared. */
export interface MakerRow {
  readonly tenantId: string;
  readonly makerId: string;
  readonly name: string;
  readonly secret: string;
}

/** Names of two of the ranks, which are sent as numbers. */
export const ranks = { Second: 2, Third: 3 } as const;
export const kinds = { Red: 0, Green: 1, Blue: 2 } as const;

export const makerEntity = defineEntity({
  name: 'Maker',
  set: 'makers',
  table: 'makers',
  key: 'makerId',
  keyColumn: 'maker_id',
  permission: 'Packages:view',
  reach: 'visible',
  shared: true,
  properties: {
    makerId: { type: 'guid', sql: 'maker_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: { type: 'string', sql: 'name' },
    secret: { type: 'string', sql: 'secret' },
  },
  edges: {},
});

export const partEntity = defineEntity({
  name: 'Part',
  set: 'parts',
  table: 'parts',
  key: 'partId',
  keyColumn: 'part_id',
  permission: 'Packages:view',
  reach: 'visible',
  properties: {
    partId: { type: 'guid', sql: 'part_id' },
    label: { type: 'string', sql: 'label' },
    weight: { type: 'int32', sql: 'weight', nullable: true },
  },
  edges: {
    sample: {
      entity: (): EntityDeclaration => sampleEntity,
      kind: 'one',
      on: [{ local: 'sample_id', foreign: 'sample_id' }],
      permission: 'Devices:view',
      exposes: ['sampleId', 'name'],
    },
  },
  defaultOrder: [{ property: 'label' }],
});

export const sampleEntity: EntityDeclaration = defineEntity({
  name: 'Sample',
  set: 'samples',
  table: 'samples',
  key: 'sampleId',
  keyColumn: 'sample_id',
  permission: 'Devices:view',
  reach: 'visible',
  properties: {
    sampleId: { type: 'guid', sql: 'sample_id' },
    tenantId: { type: 'guid', sql: 'tenant_id' },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'samples_name', allTenants: 'samples_name_all' },
    },
    note: { type: 'string', sql: 'note', nullable: true, search: true },
    rank: { type: 'int32', sql: 'rank', nullable: true, names: ranks },
    big: { type: 'int64', sql: 'big' },
    price: { type: 'decimal', sql: 'price', nullable: true },
    isOpen: { type: 'boolean', sql: 'is_open', nullable: true },
    moment: { type: 'dateTimeOffset', sql: 'moment', nullable: true },
    kind: { type: 'int32', sql: 'kind', nullable: true, enumeration: kinds },
    text: { type: 'json', sql: (alias) => `${alias}.text`, filter: false },
    hidden: { type: 'string', sql: 'name', visibleWith: 'Tokens:view' },
  },
  edges: {
    maker: {
      entity: () => makerEntity,
      kind: 'one',
      on: [{ local: 'maker_id', foreign: 'maker_id' }],
      permission: 'Packages:view',
      exposes: ['makerId', 'name'],
    },
    parts: {
      entity: () => partEntity,
      kind: 'many',
      on: [{ local: 'sample_id', foreign: 'sample_id' }],
      permission: 'Devices:view',
      exposes: ['partId', 'label', 'weight', 'sample'],
    },
  },
});

const tables = `
  create table cfs.makers (
    tenant_id uuid not null, maker_id uuid not null, name text collate cfs.human not null, secret text not null,
    primary key (tenant_id, maker_id)
  );
  select gate.protect('makers');
  create table cfs.samples (
    tenant_id uuid not null, sample_id uuid not null, name text collate cfs.human not null, note text collate cfs.human, rank integer,
    big bigint not null, price numeric, is_open boolean, moment timestamptz(3), kind smallint, maker_id uuid,
    text jsonb not null default '{"a": 1}',
    search_text text generated always as (cfs.fold(name || E'\\n' || coalesce(note, ''))) stored,
    primary key (tenant_id, sample_id)
  );
  create index samples_name on cfs.samples (tenant_id, name, sample_id);
  create index samples_name_all on cfs.samples (name, sample_id);
  select gate.protect('samples');
  select gate.make_searchable('samples', 'sample_id');
  create table cfs.parts (
    tenant_id uuid not null, part_id uuid not null, sample_id uuid not null, label text not null, weight integer,
    primary key (tenant_id, part_id)
  );
  create index parts_sample on cfs.parts (tenant_id, sample_id);
  select gate.protect('parts');`;

/** Creates the fixture's tables in the database and fills them. */
export const createFixture = async (
  database: TestDatabase,
  samples: readonly SampleRow[],
  makers: readonly MakerRow[],
): Promise<void> => {
  await database.asOwner(tables);
  const insert = (table: string, rows: readonly object[]) =>
    database.asOwner(
      `insert into cfs.${table} overriding system value select * from json_populate_recordset(null::cfs.${table}, $1)`,
      [JSON.stringify(rows)],
    );
  await insert(
    'makers',
    makers.map((row) => ({ tenant_id: row.tenantId, maker_id: row.makerId, name: row.name, secret: row.secret })),
  );
  await database.asOwner(
    `insert into cfs.samples (tenant_id, sample_id, name, note, rank, big, price, is_open, moment, kind, maker_id)
     select tenant_id, sample_id, name, note, rank, big, price, is_open, moment, kind, maker_id
     from json_populate_recordset(null::cfs.samples, $1)`,
    [
      JSON.stringify(
        samples.map((row) => ({
          tenant_id: row.tenantId,
          sample_id: row.sampleId,
          name: row.name,
          note: row.note,
          rank: row.rank,
          big: row.big,
          price: row.price,
          is_open: row.isOpen,
          moment: row.moment,
          kind: row.kind === null ? null : kinds[row.kind],
          maker_id: row.makerId,
        })),
      ),
    ],
  );
  await insert(
    'parts',
    samples.flatMap(({ tenantId, sampleId, parts }) =>
      parts.map((part) => ({
        tenant_id: tenantId,
        part_id: part.partId,
        sample_id: sampleId,
        label: part.label,
        weight: part.weight,
      })),
    ),
  );
};

const id = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const pick = <Item>(items: readonly [Item, ...Item[]], number: number): Item =>
  items[number % items.length] ?? items[0];

/** Makers of System and of tenants; one id exists in both. */
export const fixtureMakers: readonly MakerRow[] = [
  { tenantId: systemTenantId, makerId: id(1, 0), name: 'Shared', secret: 's0' },
  { tenantId: systemTenantId, makerId: id(1, 1), name: 'Shared one', secret: 's1' },
  { tenantId: fixtureTenants[0], makerId: id(1, 1), name: 'Own one', secret: 'o1' },
  { tenantId: fixtureTenants[1], makerId: id(1, 2), name: 'Two of b', secret: 'b2' },
];

/** Samples with every value, and with NULL, in many combinations. */
export const fixtureSamples: readonly SampleRow[] = Array.from({ length: 90 }, (_, number): SampleRow => ({
  tenantId: pick(fixtureTenants, number),
  sampleId: id(2, number),
  name: pick(['a', 'b', 'ab', 'Abc', 'bca', "o'b", '10%', 'x_y', 'ÄB', ''], number),
  note: pick([null, 'a', 'b', 'ba', ' a ', null, 'A'], number),
  rank: pick([null, 0, 1, -1, 2, 3, 7, 2_147_483_647], number * 7),
  big: pick([0, 1, -5, 9_007_199_254_740_991, 42], number),
  price: pick([null, 0, 0.25, 1.5, -2.75, 100], number * 3),
  isOpen: pick([null, true, false], Math.floor(number / 3)),
  moment: pick([null, '2026-01-31T23:59:59.999Z', '2026-03-02T10:00:00.000Z', '2024-02-29T00:00:00.000Z'], number * 5),
  kind: pick([null, 'Red', 'Green', 'Blue'], number),
  makerId: pick([null, id(1, 0), id(1, 1), id(1, 2)], number),
  parts: Array.from({ length: number % 4 }, (_part, index) => ({
    partId: id(3, number * 10 + index),
    label: pick(['a', 'b', 'c'], number + index),
    weight: pick([null, 1, 2, 3], number + index),
  })),
}));
