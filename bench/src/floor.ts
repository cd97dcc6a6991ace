import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { severityNames, stateNames } from './work-unit-names.ts';

/**
 * The floor of the benchmarks, a lower bound of the cost of the calls: a minimal server that serves the same calls with
 * hand-written statements, without sign-in, row-level security, OData, rules or audit. Its argument is a file with the
 * database's URL, its tenants, and the number of processes that serve.
 */
const { connectionString, tenants, processes } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  connectionString: string;
  tenants: { thirty: string[]; one: string };
  processes: number;
};

const pool = new pg.Pool({ connectionString, max: 8, options: '-c search_path=cfs,extensions -c jit=off' });
const listOf = (names: readonly string[]): string => `array[${names.map((name) => `'${name}'`).join()}]`;
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `json_build_object('workUnitId', w.work_unit_id, 'title', w.title,
  'severityId', (${listOf(severityNames)})[w.severity + 1], 'stateId', (${listOf(stateNames)})[w.state],
  'assignedTo', w.assigned_to, 'created', ${iso('w.created')}, 'modified', ${iso('w.modified')},
  'tenant', (select json_build_object('name', t.name) from tenants t where t.tenant_id = w.tenant_id))`;
const order = 'severity, created desc, work_unit_id';

const widths = {
  all: { where: 'true', values: [] as unknown[] },
  thirty: { where: 'w.tenant_id = any ($3::uuid[])', values: [tenants.thirty] },
  one: { where: 'w.tenant_id = $3', values: [tenants.one] },
};
type Width = keyof typeof widths;

const filtered = 'w.state = $1::int and w.created >= $2::timestamptz';
const searched = `replace(w.search_text, ' ', 'q') like '%' || $1::text || '%' and $2::text is not null`;

/** A merge over one index scan per tenant is fastest for a filter; for a search, one scan over all tenants is. */
const page = (width: Width, condition: string): string =>
  width === 'thirty' && condition === filtered
    ? `select w.* from unnest($3::uuid[]) scope(id) cross join lateral (
         select * from work_units w where w.tenant_id = scope.id and ${condition} order by ${order} limit 10) w
       order by ${order} limit 10`
    : `select w.* from work_units w where ${widths[width].where} and ${condition} order by ${order} limit 10`;

const answer = async (url: URL): Promise<string> => {
  const width = (url.searchParams.get('width') ?? 'all') as Width;
  const search = url.searchParams.get('search');
  const condition = search === null ? filtered : searched;
  const values =
    search === null
      ? [
          stateNames.findIndex((name) => name === url.searchParams.get('state')) + 1,
          url.searchParams.get('since'),
          ...widths[width].values,
        ]
      : [search, '', ...widths[width].values];
  const rows = pool.query<{ text: string }>({
    name: `page ${width} ${search === null}`,
    text: `select coalesce(json_agg(${columns} order by w.severity, w.created desc, w.work_unit_id), '[]')::text as text
           from (${page(width, condition)}) w`,
    values,
  });
  if (!url.searchParams.has('count')) return `{"value":${(await rows).rows[0]?.text ?? '[]'}}`;
  const counted = pool.query<{ count: string }>({
    name: `count ${width} ${search === null}`,
    text: `select count(*) as count from work_units w where ${widths[width].where} and ${condition}`,
    values,
  });
  return `{"@odata.count":${(await counted).rows[0]?.count ?? 0},"value":${(await rows).rows[0]?.text ?? '[]'}}`;
};

interface FloorPacket {
  readonly entityId: string;
  readonly timestamp: string;
  readonly message: { readonly Value: number };
}

/** Packets that arrive during a commit; the next commit inserts all of them. */
let gathered: { packets: FloorPacket[]; done: () => void; failed: (error: unknown) => void }[] = [];
let committing = false;

const commit = async (): Promise<void> => {
  if (committing || gathered.length === 0) return;
  committing = true;
  const batch = gathered;
  gathered = [];
  try {
    const packets = batch.flatMap((each) => each.packets);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const values = [
        packets.map((packet) => packet.entityId),
        packets.map((packet) => packet.timestamp),
        packets.map((packet) => JSON.stringify(packet.message)),
        packets.map((packet) => packet.message.Value),
      ];
      await client.query({
        name: 'history',
        text: `insert into floor_history select * from unnest($1::uuid[], $2::timestamptz[], $3::json[], $4::float8[])
               on conflict do nothing`,
        values,
      });
      await client.query({
        name: 'latest',
        text: `insert into floor_latest select distinct on (e) e, t, v
                 from unnest($1::uuid[], $2::timestamptz[], $3::float8[]) as p (e, t, v) order by e, t desc
               on conflict (entity_id) do update set timestamp = excluded.timestamp, value = excluded.value
                 where floor_latest.timestamp < excluded.timestamp`,
        values: [values[0], values[1], values[3]],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
    for (const each of batch) each.done();
  } catch (error) {
    for (const each of batch) each.failed(error);
  } finally {
    committing = false;
    setImmediate(() => void commit());
  }
};

const ingest = (packets: FloorPacket[]): Promise<void> =>
  new Promise((done, failed) => {
    gathered.push({ packets, done, failed });
    void commit();
  });

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://floor');
  const work =
    url.pathname === '/packets'
      ? textOf(request).then(async (text) => {
          const body = JSON.parse(text) as FloorPacket | FloorPacket[];
          await ingest(Array.isArray(body) ? body : [body]);
          response.writeHead(202).end();
        })
      : answer(url).then((text) => response.setHeader('content-type', 'application/json').end(text));
  work.catch((error: unknown) => response.writeHead(500).end(String(error)));
});

const announce = (port: number): void => console.log(`Floor: http://127.0.0.1:${port}`);
if (processes > 1 && cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    listening += 1;
    if (listening === processes) announce(port);
  });
  for (let count = 0; count < processes; count += 1) cluster.fork();
} else {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (!cluster.isWorker) announce(typeof address === 'object' && address ? address.port : 0);
  });
}
process.once('SIGTERM', () => process.exit(0));
