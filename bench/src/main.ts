import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverProgram } from './child-program.ts';
import { benchmarkActions } from './actions-benchmark.ts';
import { benchmarkBacktest } from './backtest-benchmark.ts';
import { benchmarkChecklist } from './checklist-benchmark.ts';
import { communicationFigures } from './communication-queries.ts';
import { benchmarkFleet, prepareFleet } from './fleet-benchmark.ts';
import { benchmarkGrid } from './grid-benchmark.ts';
import { benchmarkGrowth } from './growth-benchmark.ts';
import { benchmarkHome } from './home-benchmark.ts';
import { benchmarkIngest } from './ingest-benchmark.ts';
import { benchmarkLists } from './list-benchmark.ts';
import { benchmarkFilledList } from './list-figures.ts';
import { createPacketToken } from './load-packets.ts';
import { benchmarkMailIn, mailInEnvironment } from './mail-in-benchmark.ts';
import { millionFigures } from './million-queries.ts';
import { benchmarkNeighbours } from './neighbours-benchmark.ts';
import { benchmarkNodes } from './nodes-benchmark.ts';
import { report } from './report.ts';
import { benchmarkRules } from './rules-benchmark.ts';
import { seedCommunications } from './seed-communications.ts';
import { seedEstate } from './seed-estate.ts';
import { readSpread, seedPackets } from './seed-packets.ts';
import { freePort, serveProduct } from './serving.ts';
import { benchmarkServiceLevelColumns } from './service-level-columns-benchmark.ts';
import { benchmarkStarts } from './start-benchmark.ts';
import { startFloor } from './start-floor.ts';
import { benchmarkStatusPage } from './status-page-benchmark.ts';
import { benchmarkSteady } from './steady-benchmark.ts';
import { benchmarkTiles } from './tiles-benchmark.ts';
import { benchmarkUnitPanel } from './unit-panel-benchmark.ts';
import { benchmarkVersionReport } from './version-report-benchmark.ts';
import { benchmarkWorkUnits } from './work-units-benchmark.ts';

/**
 * `npm run -s bench [-- NAME ...] [--seconds N] [--rounds N]`, with the names of `sections` below: measures the product
 * in its shipped configuration against the floor, alternately, and prints one JSON object per figure. Sections other
 * than `lists`, `ingest` and `starts` run only if they are named: `actions` queues tens of thousands of actions,
 * `compliance`, `grid` and `tiles` need a browser, `neighbours` attacks the server for some minutes, and the others
 * first fill a database. `--keep DIRECTORY` keeps and reuses that database (`home` and `version-report` share a
 * separate one). `fleet` simulates `--devices` agents for `--minutes`; `--keep` also keeps its database and devices,
 * and `--prepare-only` exits once they exist, as with `home`. `steady` loads the server for `--minutes` (60) and reads
 * its memory. `growth` compares databases of 1,000,000 and `--packets` (100,000,000) packets, which `--keep` and
 * `--prepare-only` keep as well. `--attack PIECE` limits `neighbours` to attacks whose name contains it.
 */
const root = join(import.meta.dirname, '../..');
const onLargeData = ['million', 'work-units'];
const onEstate = ['home', 'version-report'];
const unlessNamed = ['lists', 'ingest', 'starts'];
const others = [
  'actions',
  'backtest',
  'compliance',
  'communications',
  'fleet',
  'grid',
  'growth',
  'mail-in',
  'neighbours',
  'nodes',
  'rules',
  'status-page',
  'steady',
  'tiles',
];
const sections = [...unlessNamed, ...others, ...onLargeData, ...onEstate];
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
  const floor = await startFloor(directory, { connectionString, tenants });
  try {
    if (wanted('lists'))
      await benchmarkLists({
        product: origin,
        floor: floor.origin,
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
        floor: floor.origin,
        administrator: await tokenOf('admin'),
        tenantId: tenants.one,
        owner,
        server: (await product.childId(serverProgram)) ?? product.process.pid ?? 0,
        milliseconds,
        rounds,
      });
    await new Promise((resolve) => setTimeout(resolve, option('rest', 60) * 1000));
    const server = (await product.childMemory(serverProgram)) ?? (await product.residentMemory());
    report({ name: 'server, resident a minute after', value: server, unit: 'MiB' });
    const agent = await product.childMemory('agent');
    if (agent !== undefined) report({ name: 'agent, resident', value: agent, unit: 'MiB' });
  } finally {
    await floor.program.stop();
    await serving.stop();
  }
};

/** The scopes of the users of a served product, from the widest to the smallest. */
const scopesOf = (tokenOf: (person: string) => Promise<string>) => [
  { name: 'all', token: () => tokenOf('admin') },
  { name: 'thirty', token: () => tokenOf('viewer') },
  { name: 'one', token: () => tokenOf('operator') },
  { name: 'one small', token: () => tokenOf('requester') },
];

const benchmarkMillionUnits = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000_000, 'uneven');
  const { origin, tokenOf } = serving;
  try {
    if (wanted('million'))
      await benchmarkFilledList(
        { origin, path: '/v1/workunits', rows: '1,000,000 work units', figures: millionFigures },
        scopesOf(tokenOf),
      );
    if (wanted('work-units')) {
      await benchmarkServiceLevelColumns(serving);
      await benchmarkUnitPanel(serving);
      await benchmarkWorkUnits(serving, milliseconds);
    }
  } finally {
    await serving.stop();
  }
};

const benchmarkEstate = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, option('work-units', wanted('home') ? 1_000_000 : 1_000), 'year');
  try {
    await seedEstate(serving.owner, serving.tenants.one);
    if (process.argv.includes('--prepare-only')) return;
    if (wanted('home')) await benchmarkHome(serving);
    if (wanted('version-report')) await benchmarkVersionReport(serving);
  } finally {
    await serving.stop();
  }
};

const benchmarkManyCommunications = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  const { origin, owner, tenants, tokenOf } = serving;
  try {
    await seedCommunications(owner, tenants.all, 100_000);
    await benchmarkFilledList(
      { origin, path: '/v1/workunitcommunications', rows: '100,000 communications', figures: communicationFigures },
      scopesOf(tokenOf),
    );
  } finally {
    await serving.stop();
  }
};

const benchmarkMails = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even', mailInEnvironment(await freePort()));
  try {
    await benchmarkMailIn(serving, milliseconds);
  } finally {
    await serving.stop();
  }
};

const benchmarkVisitors = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  try {
    await benchmarkStatusPage(serving, milliseconds);
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

const benchmarkPackets = async (directory: string): Promise<void> => {
  const sizes = { small: 1_000_000, large: option('packets', 100_000_000) };
  const prepare = async (name: keyof typeof sizes) => {
    const place = join(directory, name);
    const packets = sizes[name];
    const known = await readSpread(place);
    if (known) return { place, packets, spread: known };
    const empty = await serveProduct(place, 1_000, 'even');
    await empty.stop();
    return { place, packets, spread: await seedPackets(place, empty.tenants.one, packets, sizes.large) };
  };
  const filled = { small: await prepare('small'), large: await prepare('large') };
  if (process.argv.includes('--prepare-only')) return;
  const serve = async ({ place, packets, spread }: typeof filled.small) => ({
    serving: await serveProduct(place, 1_000, 'even'),
    packets,
    spread,
  });
  const small = await serve(filled.small);
  try {
    const large = await serve(filled.large);
    try {
      await benchmarkGrowth({ small, large, milliseconds, rounds });
    } finally {
      await large.serving.stop();
    }
  } finally {
    await small.serving.stop();
  }
};

const benchmarkBlocks = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  try {
    await benchmarkTiles(serving);
  } finally {
    await serving.stop();
  }
};

const benchmarkControls = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  try {
    await benchmarkChecklist(serving);
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

const benchmarkAgents = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  const options = {
    devices: option('devices', 10_000),
    minutes: option('minutes', 10),
    state: join(directory, 'devices.json'),
  };
  try {
    await prepareFleet(serving, options);
    if (!process.argv.includes('--prepare-only')) await benchmarkFleet(serving, options);
  } finally {
    await serving.stop();
  }
};

const benchmarkLongLoad = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  try {
    await benchmarkSteady(serving, option('minutes', 60));
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

const benchmarkHistory = async (directory: string): Promise<void> => {
  const serving = await serveProduct(directory, 1_000, 'even');
  const { origin, tenants, tokenOf } = serving;
  try {
    await benchmarkBacktest({
      product: origin,
      administrator: () => tokenOf('admin'),
      packetToken: await createPacketToken(origin, await tokenOf('admin'), tenants.one),
      tenantId: tenants.one,
      milliseconds,
      rounds,
    });
  } finally {
    await serving.stop();
  }
};

const directory = await mkdtemp(join(tmpdir(), 'cfs-bench-'));
await chmod(directory, 0o711);
try {
  if (wanted('lists') || wanted('ingest')) await benchmarkServing(directory);
  if (wanted('communications')) await benchmarkManyCommunications(join(directory, 'communications'));
  if (wanted('mail-in')) await benchmarkMails(join(directory, 'mail-in'));
  if (wanted('status-page')) await benchmarkVisitors(join(directory, 'status-page'));
  if (wanted('grid')) await benchmarkShowing(join(directory, 'grid'));
  if (wanted('growth')) await benchmarkPackets(text('keep') ?? join(directory, 'growth'));
  if (wanted('tiles')) await benchmarkBlocks(join(directory, 'tiles'));
  if (wanted('compliance')) await benchmarkControls(join(directory, 'compliance'));
  if (wanted('actions')) await benchmarkQueue(join(directory, 'actions'));
  if (wanted('backtest')) await benchmarkHistory(join(directory, 'backtest'));
  if (wanted('fleet')) await benchmarkAgents(text('keep') ?? join(directory, 'fleet'));
  if (wanted('steady')) await benchmarkLongLoad(join(directory, 'steady'));
  if (wanted('rules')) await benchmarkManyRules(join(directory, 'rules'));
  if (wanted('nodes')) {
    const workUnits = option('work-units', 200_000);
    await benchmarkNodes(join(directory, 'nodes'), { workUnits, milliseconds, rounds });
  }
  if (wanted('neighbours')) await benchmarkAttacks(join(directory, 'neighbours'));
  if (onLargeData.some(wanted)) await benchmarkMillionUnits(text('keep') ?? join(directory, 'million'));
  if (onEstate.some(wanted)) await benchmarkEstate(text('keep') ?? join(directory, 'estate'));
  if (wanted('starts')) await benchmarkStarts({ root, directory, port: await freePort() });
} finally {
  await rm(directory, { recursive: true, force: true });
}
