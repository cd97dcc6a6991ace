import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import pg from 'pg';

/** Days of packets, as many as the product keeps unless configured otherwise. */
export const packetDays = 30;
export const packetEntities = 10_000;
/** Entities that have as many readings in every database, whatever its size, so that their charts can be compared. */
export const likeEntities = 50;

const dayInMilliseconds = 86_400_000;

/** Entities that report in turn, equally spaced in time. */
interface Group {
  readonly firstSeries: number;
  readonly entities: number;
  readonly packets: number;
}

/** The distribution of the packets of a database. */
export interface PacketSpread {
  readonly tenantId: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly groups: readonly Group[];
}

export const dayOf = (time: number): number => Math.floor(time / dayInMilliseconds) * dayInMilliseconds;

export const partitionOf = (day: number): string =>
  `packet_history_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/**
 * Distributes `packets` over `packetEntities` and `packetDays`. Each of the first `likeEntities` has `readingsOfLike`
 * readings; the others share the rest.
 */
const spreadOf = (
  of: { readonly tenantId: string; readonly begin: number; readonly firstSeries: number },
  packets: number,
  readingsOfLike: number,
): PacketSpread => {
  const others = packetEntities - likeEntities;
  const readings = Math.floor((packets - likeEntities * readingsOfLike) / others);
  const { firstSeries, ...place } = of;
  // If all entities have the same number of readings, one group suffices, which needs no sort by time.
  if (readings === readingsOfLike)
    return { ...place, groups: [{ firstSeries, entities: packetEntities, packets: packetEntities * readings }] };
  return {
    ...place,
    groups: [
      { firstSeries, entities: likeEntities, packets: likeEntities * readingsOfLike },
      { firstSeries: firstSeries + likeEntities, entities: others, packets: others * readings },
    ],
  };
};

/** Milliseconds since 1970, the end excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Adds the packets of a span to a table of the history's shape, in order of time. */
const addPackets = async (owner: pg.Client, table: string, spread: PacketSpread, { from, to }: Span): Promise<void> => {
  const selects = spread.groups.map(({ firstSeries, entities, packets }) => {
    const step = (packetDays * dayInMilliseconds) / packets;
    const first = Math.ceil((from - spread.begin) / step);
    const last = Math.ceil((to - spread.begin) / step) - 1;
    return `select ${firstSeries} + (n % ${entities} + ${entities}) % ${entities} as series,
        greatest(to_timestamp(${from / 1_000}), least(to_timestamp(${(to - 1) / 1_000}),
          to_timestamp(${spread.begin / 1_000}) + n * ${step}::float8 * interval '1 millisecond')) as moment, n
      from generate_series(${first}::bigint, ${last}::bigint) n`;
  });
  await owner.query(
    `insert into cfs.${table} (tenant_id, series, delay, "timestamp", number)
     select '${spread.tenantId}', series::integer, 40 + n % 400, moment, floor(500 + 400 * sin(n / 5000.0 + series)) / 10
     from (${selects.join(' union all ')}) made ${selects.length > 1 ? 'order by moment' : ''}`,
  );
};

/** Fill factor of the index, like that of pages that entities reporting in turn leave behind. */
const indexFill = 65;

/** Creates a table of packets with its key, separate from the history. */
const makeTable = async (owner: pg.Client, table: string, spread: PacketSpread, span: Span): Promise<void> => {
  await owner.query('begin');
  await owner.query(`create table cfs.${table} (like cfs.packet_history including defaults)`);
  await addPackets(owner, table, spread, span);
  await owner.query(`alter table cfs.${table} add primary key (series, "timestamp") with (fillfactor = ${indexFill})`);
  await owner.query('commit');
};

const attach = (table: string, day: number): string =>
  `alter table cfs.packet_history attach partition cfs.${table}
   for values from ('${new Date(day).toISOString()}') to ('${new Date(day + dayInMilliseconds).toISOString()}')`;

/** Adds a day that the history does not have yet, while the server runs. */
export const addPacketDay = async (owner: pg.Client, spread: PacketSpread, day: number): Promise<void> => {
  const table = partitionOf(day);
  await makeTable(owner, table, spread, { from: day, to: day + dayInMilliseconds });
  await owner.query(`vacuum (freeze, analyze) cfs.${table}`);
  // Autovacuum must not process a day that is about to be dropped.
  await owner.query(`alter table cfs.${table} set (autovacuum_enabled = false)`);
  await owner.query(attach(table, day));
  // Otherwise the pages written for it would delay other statements.
  await owner.query('checkpoint');
};

const replaceDay = async (owner: pg.Client, table: string, day: number): Promise<void> => {
  const partition = partitionOf(day);
  await owner.query('begin');
  const { rows } = await owner.query<{ known: string | null }>(`select to_regclass('cfs.${partition}')::text as known`);
  if (rows[0]?.known) {
    await owner.query(`insert into cfs.${table} select * from cfs.${partition}`);
    await owner.query(`drop table cfs.${partition}`);
  }
  await owner.query(`alter table cfs.${table} rename to ${partition}`);
  await owner.query(attach(partition, day));
  await owner.query('commit');
  await owner.query(`vacuum (freeze, analyze) cfs.${partition}`);
};

/** Adds the hourly aggregates of a day's packets, up to the hours that the product rolls up. */
const addHours = async (owner: pg.Client, table: string, tenantId: string, through: Date): Promise<void> => {
  await owner.query(
    `insert into cfs.packet_hours (tenant_id, entity_id, hour, packet_count, number_count, minimum, maximum, average)
     select latest.tenant_id, latest.entity_id, hour, readings, readings, minimum, maximum, average
     from (
       select series, date_trunc('hour', "timestamp") as hour, count(*)::integer as readings, min(number) as minimum,
         max(number) as maximum, avg(number) as average
       from cfs.${table} where "timestamp" < $2 group by 1, 2
     ) past join cfs.packets_latest latest using (series)
     where latest.tenant_id = $1
     order by hour, latest.entity_id`,
    [tenantId, through],
  );
};

const settingsOfFill = {
  wal_level: 'minimal',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
};

/**
 * Fills the database of a product that is not running with packets of one number each, equally spaced up to now, with
 * the latest packet of each entity and the packet hours. Uses a minimal write-ahead log.
 */
const fillPackets = async (
  owner: pg.Client,
  tenantId: string,
  packets: number,
  readingsOfLike: number,
): Promise<PacketSpread> => {
  const end = Math.floor(Date.now() / 1_000) * 1_000;
  const begin = end - packetDays * dayInMilliseconds;
  const { rows: made } = await owner.query<{ series: number }>(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value)
     select $1, gen_random_uuid(), $2, $2, '50' from generate_series(1, $3::integer) returning series`,
    [tenantId, new Date(end), packetEntities],
  );
  await owner.query('analyze cfs.packets_latest');
  const firstSeries = Math.min(...made.map(({ series }) => series));
  const spread = spreadOf({ tenantId, begin, firstSeries }, packets, readingsOfLike);
  const { rows: progress } = await owner.query<{ through: Date }>('select through from cfs.packet_hours_progress');
  const through = progress[0]?.through ?? new Date(Math.floor(end / 3_600_000) * 3_600_000);
  for (let day = dayOf(end); day > begin - dayInMilliseconds; day -= dayInMilliseconds) {
    const table = `${partitionOf(day)}_fill`;
    await makeTable(owner, table, spread, { from: Math.max(day, begin), to: Math.min(day + dayInMilliseconds, end) });
    await addHours(owner, table, tenantId, through);
    await replaceDay(owner, table, day);
  }
  // The latest reading is a packet of the history. Each entity has one within its interval before the end.
  const distance = Math.max(
    ...spread.groups.map(({ entities, packets }) => (packetDays * dayInMilliseconds * entities) / packets),
  );
  await owner.query(
    `update cfs.packets_latest latest set "timestamp" = newest.moment, received_at = newest.moment
     from (
       select series, max("timestamp") as moment from cfs.packet_history where "timestamp" >= $1 group by series
     ) newest where latest.series = newest.series`,
    [new Date(end - 2 * distance)],
  );
  await owner.query('vacuum analyze cfs.packets_latest');
  for (const { name } of (
    await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'cfs.packet_hours'::regclass`,
    )
  ).rows)
    await owner.query(`vacuum (freeze, analyze) ${name}`);
  return spread;
};

const noteIn = (directory: string): string => join(directory, 'packets.json');

/** The distribution of the packets of the directory's database; `undefined` until it is filled. */
export const readSpread = async (directory: string): Promise<PacketSpread | undefined> => {
  const known = await readFile(noteIn(directory), 'utf8').catch(() => undefined);
  return known === undefined ? undefined : (JSON.parse(known) as PacketSpread);
};

/**
 * Fills the database in the directory, which a product has created and does not use now. `largest` is the number of
 * packets of the largest database in the comparison. An interrupted fill must start again with an empty directory.
 */
export const seedPackets = async (
  directory: string,
  tenantId: string,
  packets: number,
  largest: number,
): Promise<PacketSpread> => {
  const database = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'database'),
    log: { info: () => undefined, warn: console.error },
    settings: settingsOfFill,
  });
  try {
    const owner = new pg.Client(database.connection);
    await owner.connect();
    try {
      const spread = await fillPackets(owner, tenantId, packets, Math.floor(largest / packetEntities));
      await owner.query('checkpoint');
      await writeFile(noteIn(directory), JSON.stringify(spread));
      return spread;
    } finally {
      await owner.end();
    }
  } finally {
    await database.stop();
  }
};
