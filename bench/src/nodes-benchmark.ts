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
/**
 * Warm-up requests of each process, which compile code, prepare statements and fill caches before anything is measured.
 */
const warmUpRequests = 5_000;
/**
 * Warm-up requests at the start of a turn: an idle process has released memory, including compiled code, and compiles
 * again during the next 15,000 requests.
 */
const requestsOfTurn = 15_000;
/** Highest ratio of the processor time of a request to that with one process. */
const maxRatioToOneProcess = 1.15;

interface Program {
  readonly origin: string;
  readonly process: number;
}

/** The target of the load: a node or a floor, or several nodes that share the load. */
interface Candidate {
  /** Processes that serve. */
  readonly processes: number;
  readonly programs: readonly Program[];
  readonly pathOf: (query: ListQuery) => string;
  readonly headers: Record<string, string>;
  readonly samples: { server: number; database: number; perSecond: number }[];
}

/** Adds a user who sees one tenant, with an identity provider of the benchmark. */
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
 * Measures the processor time of a page of one tenant's work units by the number of web processes (`WEB_CONCURRENCY` 1,
 * 2, 4), compared with a floor of as many processes and with as many nodes of one process each. Each is under the same
 * load in turn while the others are idle. What the separate nodes need more than one node is due to the machine: caches
 * and cores that processes compete for, whatever they run.
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
  const startNode = async (processes: number): Promise<Program> => {
    const nodePort = await freePort();
    const program = await startProgram({
      script: join(root, 'scripts/start.mjs'),
      environment: {
        DATABASE_URL: connectionString,
        MASTER_KEY: masterKey,
        OIDC_AUTHORITY: identity.authority,
        HOST: '127.0.0.1',
        PORT: String(nodePort),
        DATA_DIR: join(directory, `node-${programs.length}`),
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
    const separate = nodes.slice(0, 1);
    while (separate.length < Math.max(...processCounts)) separate.push(await startNode(1));
    const token = await identity.sign({ sub: subject, exp: Math.floor(Date.now() / 1_000) + 7_200 });

    const ofFloors = floors.map(({ origin, program }, at): Candidate => ({
      processes: processCounts[at] ?? 1,
      programs: [{ origin, process: program.process.pid ?? 0 }],
      pathOf: (query) => floorPath('one', query),
      headers: {},
      samples: [],
    }));
    const productOf = (processes: number, running: readonly Program[]): Candidate => ({
      processes,
      programs: running,
      pathOf: productPath,
      headers: { authorization: `Bearer ${token}` },
      samples: [],
    });
    const ofNodes = nodes.map((node, at) => productOf(processCounts[at] ?? 1, [node]));
    const ofSeparate = processCounts.slice(1).map((count) => productOf(count, separate.slice(0, count)));

    const nextOf = ({ pathOf, headers }: Candidate) => {
      const requests = pageQueries.map((query) => ({ path: pathOf(query), headers }));
      return (count: number): LoadRequest => requests[count % requests.length] ?? { path: '/' };
    };
    /** Resolves to the requests per second of all its programs. */
    const loadOf = async (
      candidate: Candidate,
      until: { milliseconds?: number; requests?: number },
    ): Promise<number> => {
      const share = (all: number): number => Math.ceil(all / candidate.programs.length);
      const rates = await Promise.all(
        candidate.programs.map(({ origin }) =>
          closedLoop({
            origin,
            concurrency: share(connections),
            ...until,
            ...(until.requests !== undefined && { requests: share(until.requests) }),
            next: nextOf(candidate),
          }),
        ),
      );
      return rates.reduce((sum, rate) => sum + rate, 0);
    };
    const warmUp = (candidate: Candidate, each: number): Promise<number> =>
      loadOf(candidate, { requests: each * candidate.processes });
    const load = async (candidate: Candidate): Promise<void> => {
      await warmUp(candidate, requestsOfTurn);
      const times = async () => {
        const used = await Promise.all(candidate.programs.map((each) => treeProcessorSeconds(each.process)));
        return {
          server: used.reduce((sum, seconds) => sum + seconds, 0),
          database: await treeProcessorSeconds(databaseProcess),
        };
      };
      const before = await times();
      const began = performance.now();
      const perSecond = await loadOf(candidate, { milliseconds: options.milliseconds });
      const answered = perSecond * ((performance.now() - began) / 1_000);
      const after = await times();
      candidate.samples.push({
        server: ((after.server - before.server) / answered) * 1e6,
        database: ((after.database - before.database) / answered) * 1e6,
        perSecond,
      });
    };
    const candidates = [...ofFloors, ...ofNodes, ...ofSeparate];
    for (const candidate of candidates) await warmUp(candidate, warmUpRequests);
    for (let round = 0; round < options.rounds; round += 1) for (const candidate of candidates) await load(candidate);

    const middle = ({ samples }: Candidate, of: 'server' | 'database' | 'perSecond'): number =>
      median(samples.map((sample) => sample[of]));
    // Round by round, so that a drift of the machine's speed affects both.
    const ratioOf = (one: Candidate | undefined, other: Candidate | undefined): number =>
      median((one?.samples ?? []).map(({ server }, round) => server / (other?.samples[round]?.server ?? Number.NaN)));
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
      const value = ratioOf(node, ofNodes[0]);
      if (!(value <= maxRatioToOneProcess)) missed += 1;
      report({
        name: `${title}, processor time of that of one (at most ${maxRatioToOneProcess})`,
        value,
        floor: ratioOf(floor, ofFloors[0]),
        unit: 'ratio',
      });
      report({
        name: `${title}, processor time of that of as many nodes of one process`,
        value: ratioOf(node, ofSeparate[at - 1]),
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
