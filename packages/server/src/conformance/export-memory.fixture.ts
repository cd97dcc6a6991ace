import type { AddressInfo } from 'node:net';
import { locationsArea } from '../areas/locations/locations-area.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';

/** The message of the server to the test once it listens. */
export interface MeasuredServer {
  readonly origin: string;
  readonly authorization: string;
}

/**
 * Runs a server with `rows` locations in a separate process. Replies to the message `growth` with the bytes by which
 * its resident memory has grown at most.
 */
const run = async (cluster: ConnectionSettings, rows: number): Promise<void> => {
  const server = await startTestServer({ cluster, areas: [locationsArea] });
  await server.database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, city, state, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Place ' || md5(n::text), 'City ' || n % 500, 'State ' || n % 50, $2, 't', $2, 't'
     from generate_series(1, ${rows}) n`,
    [server.tenants.own, server.clock.now()],
  );
  await server.database.asOwner('analyze cfs.locations');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const { subject } = await server.person('Viewer');
  const authorization = `Bearer ${await server.identity.sign({ sub: subject })}`;

  const before = process.memoryUsage.rss();
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, process.memoryUsage.rss());
  }, 20);
  process.on('message', (asked) => {
    if (asked === 'growth') process.send?.(max - before);
  });
  process.once('disconnect', () => {
    clearInterval(timer);
    void server.close();
  });
  process.send?.({ origin: `http://127.0.0.1:${port}`, authorization } satisfies MeasuredServer);
};

const [cluster = '', rows = ''] = process.argv.slice(2);
await run(JSON.parse(cluster) as ConnectionSettings, Number(rows));
