import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkActions } from './actions-benchmark.ts';
import { startProgram } from './child-program.ts';
import { benchmarkGrid } from './grid-benchmark.ts';
import { benchmarkIngest } from './ingest-benchmark.ts';
import { benchmarkLists } from './list-benchmark.ts';
import { benchmarkMillion } from './million-benchmark.ts';
import { benchmarkNeighbours } from './neighbours-benchmark.ts';
import { report } from './report.ts';
import { benchmarkRules, createPacketToken } from './rules-benchmark.ts';
import { freePort, serveProduct } from './serving.ts';
import { benchmarkStarts } from './start-benchmark.ts';
import { benchmarkWorkUnits } from './work-units-benchmark.ts';

/**
 * `npm run -s bench [-- lists ingest starts actions grid neighbours rules million work-units] [--seconds N] [--rounds N]`: the product in its
 * shipped configuration against the floor, alternately, one JSON object per figure. `actions`, `grid`, `neighbours`,
 * `rules`, `million` and `work-units` run only when named: `actions` queues tens of thousands of them, `grid` needs a browser,
 * `neighbours` attacks the server for some minutes, the others first fill a database with a million work units.
 * `--keep DIRECTORY` keeps and reuses that database. `--attack PIECE` limits `neighbours` to attacks whose name contains it.
 */
const root = join(import.meta.dirname, '../..');
const onLargeData = ['million', 'work-units'];
const unlessNamed = ['lists', 'ingest', 'starts'];
const sections = [...unlessNamed, 'actions', 'grid', 'neighbours', 'rules', ...onLargeData];
const named = process.argv.slice(2).filter((word) => sections.includes(word));
const chosen = named.length > 0 ? named : unlessNamed;
const text = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const option = (name: string, fallback: number): number => Number(text(name) ?? fallback);
const wanted = (section: string): boolean => chosen.includes(section);
const milliseconds = option('seconds', 4) * 1000;
const rounds = option('rounds', 3);

const benchmarkServing = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, option('work-units', 200_000), 'even');
  const { product, origin, owner, tenants, connectionString, tokenOf } = serving;
  const settings = join(directory, 'floor.json');
  await writeFile(settings, JSON.stringify({ connectionString, tenants }));
  const floor = await startProgram({
    script: join(import.meta.dirname, 'floor.ts'),
    arguments: [settings],
    environment: {},
    ready: 'Floor:',
  });
  const floorOrigin = floor.lines.find((line) => line.startsWith('Floor:'))?.slice('Floor: '.length) ?? '';
  try {
    if (wanted('lists'))
      await benchmarkLists({
        product: origin,
        floor: floorOrigin,
        widths: [
          { name: 'all', token: await tokenOf('admin') },
          { name: 'thirty', token: await tokenOf('viewer') },
          { name: 'one', token: await tokenOf('operator') },
        ],
        milliseconds,
        rounds,
      });
    if (wanted('ingest'))
      await benchmarkIngest({
        product: origin,
        floor: floorOrigin,
        administrator: await tokenOf('admin'),
        tenantId: tenants.one,
        owner,
        milliseconds,
        rounds,
      });
    await new Promise((resolve) => setTimeout(resolve, option('rest', 60) * 1000));
    const server = (await product.childMemory('packages/server/src/main.ts')) ?? (await product.residentMemory());
    report({ name: 'server, resident a minute after', value: server, unit: 'MiB' });
    const agent = await product.childMemory('agent');
    if (agent !== undefined) report({ name: 'agent, resident', value: agent, unit: 'MiB' });
  } finally {
    await floor.stop();
    await serving.stop();
  }
};

const benchmarkMillionUnits = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000_000, 'uneven');
  const { origin, tokenOf } = serving;
  try {
    if (wanted('million'))
      await benchmarkMillion(origin, [
        { name: 'all', token: () => tokenOf('admin') },
        { name: 'thirty', token: () => tokenOf('viewer') },
        { name: 'one', token: () => tokenOf('operator') },
        { name: 'one small', token: () => tokenOf('requester') },
      ]);
    if (wanted('work-units')) await benchmarkWorkUnits(serving, milliseconds);
  } finally {
    await serving.stop();
  }
};

const benchmarkShowing = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 30_000, 'even');
  try {
    await benchmarkGrid(serving);
  } finally {
    await serving.stop();
  }
};

const benchmarkAttacks = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 30_000, 'even');
  try {
    await benchmarkNeighbours(serving, (attack) => attack.includes(text('attack') ?? ''));
  } finally {
    await serving.stop();
  }
};

const benchmarkQueue = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 20_000, 'uneven', { ROLES: 'web' });
  try {
    await benchmarkActions(serving, directory);
  } finally {
    await serving.stop();
  }
};

const benchmarkManyRules = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  const { origin, owner, tenants, tokenOf } = serving;
  const administrator = await tokenOf('admin');
  try {
    const [one, other] = await Promise.all(
      [tenants.one, tenants.thirty[1] ?? ''].map((tenantId) => createPacketToken(origin, administrator, tenantId)),
    );
    await benchmarkRules({
      product: origin,
      tokens: { one: one ?? '', other: other ?? '' },
      tenants: { one: tenants.one },
      owner,
      milliseconds,
    });
  } finally {
    await serving.stop();
  }
};

const directory = await mkdtemp(join(tmpdir(), 'cfs-bench-'));
await chmod(directory, 0o711);
try {
  if (wanted('lists') || wanted('ingest')) await benchmarkServing(directory);
  if (wanted('grid')) await benchmarkShowing(join(directory, 'grid'));
  if (wanted('actions')) await benchmarkQueue(join(directory, 'actions'));
  if (wanted('rules')) await benchmarkManyRules(join(directory, 'rules'));
  if (wanted('neighbours')) await benchmarkAttacks(join(directory, 'neighbours'));
  if (onLargeData.some(wanted)) await benchmarkMillionUnits(text('keep') ?? join(directory, 'million'));
  if (wanted('starts')) await benchmarkStarts({ root, directory, port: await freePort() });
} finally {
  await rm(directory, { recursive: true, force: true });
}
