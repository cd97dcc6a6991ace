import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import { systemTenantId } from '@cfs/server/platform/context';
import { startIdentityServer } from '@cfs/server/testing/identity-server';
import pg from 'pg';
import { startProgram, type ChildProgram } from './child-program.ts';
import { closedLoop, type LoadRequest } from './closed-loop.ts';
import { floorPath, pageQueries, productPath, type ListQuery } from './list-benchmark.ts';
import { treeProcessorSeconds } from './process-figures.ts';
import { median, report } from './report.ts';
import { seedWorkUnits } from './seed-work-units.ts';
import { freePort } from './serving.ts';
import { startFloor } from './start-floor.ts';

const root = join(import.meta.dirname, '../..');
const processCounts = [1, 2, 4] as const;
const connections = 16;
/** Requests of each process that compile, prepare and fill caches before anything is measured. */
const warmUpRequests = 5_000;
/** The same at the beginning of a turn: a process that was idle has given memory back, compiled code among it. */
const requestsOfTurn = 1_500;
/** What further processes may add to the processor time of a request. */
const mostOfOneProcess = 1.15;

/** A server under the load. */
interface Candidate {
  /** Processes that serve. */
  readonly processes: number;
  readonly origin: string;
  readonly process: number;
  readonly pathOf: (query: ListQuery) => string;
  readonly headers: Record<string, string>;
  readonly samples: { server: number; database: number; perSecond: number }[];
}

/** A person who sees one tenant, at a provider of the benchmark's. */
const addViewer = async (owner: pg.Client, provider: string, tenantId: string): Promise<string> => {
  const userId = randomUUID();
  await owner.query(
    `insert into cfs.people (tenant_id, user_id, mail, name, provider, subject, first_sign_in, created, created_by)
     values ($1, $2, 'viewer@bench.example', 'Viewer', $3, $4, now(), now(), 'bench')`,
    [systemTenantId, userId, provider, userId],
  );
  await owner.query(
    `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
     values ($1, $2, $3, 'Viewer', now(), 'bench')`,
    [tenantId, randomUUID(), userId],
  );
  return userId;
};

/**
 * Processor time of a page of one tenant's work units by the number of web processes (`WEB_CONCURRENCY` 1, 2, 4), beside
 * a floor of as many processes: each is under the same load in turn, the others idle.
 */
export const benchmarkNodes = async (
  directory: string,
  options: { readonly workUnits: number; readonly milliseconds: number; readonly rounds: number },
): Promise<void> => {
  const database = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'database'),
    log: { info: () => undefined, warn: console.error },
    settings: { max_connections: '200' },
  });
  const { host, port, user, database: name } = database.connection;
  const connectionString = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const postmaster = await readFile(join(directory, 'database', 'postgresql', 'postmaster.pid'), 'utf8');
  const databaseProcess = Number(postmaster.split('\n', 1)[0]);
  const identity = await startIdentityServer();
  const owner = new pg.Client({ connectionString });
  const programs: ChildProgram[] = [];
  const masterKey = randomBytes(32).toString('hex');
  const startNode = async (processes: number): Promise<{ origin: string; process: number }> => {
    const nodePort = await freePort();
    const program = await startProgram({
      script: join(root, 'scripts/start.mjs'),
      environment: {
        DATABASE_URL: connectionString,
        MASTER_KEY: masterKey,
        OIDC_AUTHORITY: identity.authority,
        HOST: '127.0.0.1',
        PORT: String(nodePort),
        DATA_DIR: join(directory, `node-${processes}`),
        ROLES: 'web',
        WEB_CONCURRENCY: String(processes),
        LOG_LEVEL: 'warn',
      },
      ready: 'Ready:',
    });
    programs.push(program);
    return { origin: `http://127.0.0.1:${nodePort}`, process: program.process.pid ?? 0 };
  };

  try {
    const nodes = [await startNode(processCounts[0])];
    await owner.connect();
    const tenants = await seedWorkUnits(owner, options.workUnits, 'even');
    const subject = await addViewer(owner, identity.authority, tenants.one);
    const floors: Awaited<ReturnType<typeof startFloor>>[] = [];
    for (const processes of processCounts) {
      const floor = await startFloor(directory, { connectionString, tenants, processes });
      programs.push(floor.program);
      floors.push(floor);
    }
    for (const processes of processCounts.slice(1)) nodes.push(await startNode(processes));
    const token = await identity.sign({ sub: subject, exp: Math.floor(Date.now() / 1_000) + 7_200 });

    const ofFloors = floors.map(({ origin, program }, at): Candidate => ({
      processes: processCounts[at] ?? 1,
      origin,
      process: program.process.pid ?? 0,
      pathOf: (query) => floorPath('one', query),
      headers: {},
      samples: [],
    }));
    const ofNodes = nodes.map((node, at): Candidate => ({
      ...node,
      processes: processCounts[at] ?? 1,
      pathOf: productPath,
      headers: { authorization: `Bearer ${token}` },
      samples: [],
    }));

    const nextOf = ({ pathOf, headers }: Candidate) => {
      const requests = pageQueries.map((query) => ({ path: pathOf(query), headers }));
      return (count: number): LoadRequest => requests[count % requests.length] ?? { path: '/' };
    };
    const warmUp = async (candidate: Candidate, each: number): Promise<void> => {
      const { origin, processes } = candidate;
      await closedLoop({ origin, concurrency: connections, requests: each * processes, next: nextOf(candidate) });
    };
    const load = async (candidate: Candidate): Promise<void> => {
      const next = nextOf(candidate);
      await warmUp(candidate, requestsOfTurn);
      const times = () => Promise.all([candidate.process, databaseProcess].map(treeProcessorSeconds));
      const [serverBefore = 0, databaseBefore = 0] = await times();
      const began = performance.now();
      const { origin } = candidate;
      const perSecond = await closedLoop({
        origin,
        concurrency: connections,
        milliseconds: options.milliseconds,
        next,
      });
      const answered = perSecond * ((performance.now() - began) / 1_000);
      const [server = 0, used = 0] = await times();
      candidate.samples.push({
        server: ((server - serverBefore) / answered) * 1e6,
        database: ((used - databaseBefore) / answered) * 1e6,
        perSecond,
      });
    };
    const candidates = [...ofFloors, ...ofNodes];
    for (const candidate of candidates) await warmUp(candidate, warmUpRequests);
    for (let round = 0; round < options.rounds; round += 1) for (const candidate of candidates) await load(candidate);

    const middle = ({ samples }: Candidate, of: 'server' | 'database' | 'perSecond'): number =>
      median(samples.map((sample) => sample[of]));
    // Round by round, so that a drift of the machine's speed affects both.
    const ofOneProcess = (candidates: readonly Candidate[], at: number): number =>
      median(
        (candidates[at]?.samples ?? []).map(
          ({ server }, round) => server / (candidates[0]?.samples[round]?.server ?? Number.NaN),
        ),
      );
    let missed = 0;
    for (const [at, node] of ofNodes.entries()) {
      const title = `a page of one tenant, ${node.processes} web process${node.processes > 1 ? 'es' : ''}`;
      const floor = ofFloors[at] ?? node;
      for (const [name, figure, unit] of [
        ['processor time', 'server', 'µs'],
        ['of the database', 'database', 'µs'],
        ['throughput', 'perSecond', 'requests/s'],
      ] as const)
        report({ name: `${title}, ${name}`, value: middle(node, figure), floor: middle(floor, figure), unit });
      if (at === 0) continue;
      const value = ofOneProcess(ofNodes, at);
      if (!(value <= mostOfOneProcess)) missed += 1;
      report({
        name: `${title}, processor time of that of one (at most ${mostOfOneProcess})`,
        value,
        floor: ofOneProcess(ofFloors, at),
        unit: 'ratio',
      });
    }
    report({ name: 'web processes, figures that miss their limit', value: missed, unit: 'figures' });
  } finally {
    for (const program of programs) await program.stop();
    await owner.end();
    await identity.close();
    await database.stop();
  }
};
