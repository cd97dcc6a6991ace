import { performance } from 'node:perf_hooks';
import pg from 'pg';

const batch = 100;

/**
 * Local actions per second of a minimal queue: claims a hundred, then colours, notes and finishes them in one
 * transaction, without tenant turns, order, leases, row-level security or audit.
 */
export const coloursOfFloor = async (connectionString: string, count: number): Promise<number> => {
  const client = new pg.Client({ connectionString, options: '-c search_path=bench' });
  await client.connect();
  try {
    await client.query(
      `create schema if not exists bench;
       create table if not exists floor_steps (id bigint generated always as identity primary key, entity uuid not null, finished timestamptz);
       create table if not exists floor_colors (entity uuid primary key, color text, modified timestamptz);
       create table if not exists floor_histories (id bigint generated always as identity primary key, entity uuid, detail text, created timestamptz);
       create index if not exists floor_waiting on floor_steps (id) where finished is null;
       truncate floor_steps, floor_colors, floor_histories`,
    );
    await client.query('insert into floor_steps (entity) select gen_random_uuid() from generate_series(1, $1)', [
      count,
    ]);
    const began = performance.now();
    for (;;) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string; entity: string }>({
        name: 'claim',
        text: `select id, entity from floor_steps where finished is null order by id limit ${batch} for update skip locked`,
      });
      if (rows.length > 0) {
        const entities = rows.map((row) => row.entity);
        await client.query({
          name: 'colour',
          text: `insert into floor_colors select unnest($1::uuid[]), 'FF3333', now()
                 on conflict (entity) do update set color = excluded.color, modified = excluded.modified`,
          values: [entities],
        });
        await client.query({
          name: 'history',
          text: `insert into floor_histories (entity, detail, created) select unnest($1::uuid[]), 'The block was coloured.', now()`,
          values: [entities],
        });
        await client.query({
          name: 'finish',
          text: 'update floor_steps set finished = now() where id = any ($1::bigint[])',
          values: [rows.map((row) => row.id)],
        });
      }
      await client.query('commit');
      if (rows.length === 0) return (count * 1000) / (performance.now() - began);
    }
  } finally {
    await client.end();
  }
};
