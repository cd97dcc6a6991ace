import { dirname, join } from 'node:path/posix';

/**
 * @typedef {{ files: readonly string[], tables?: readonly string[] }} Exports What other areas may use of an area: files that
 *   export its reads and commands, and tables that their statements may join.
 *
 * @typedef {object} AreasOfRoom
 * @property {string} room where the paths begin
 * @property {ReadonlyMap<string, string>} sources text of each source by its path from the room
 * @property {Readonly<Record<string, Exports>>} exported by area
 * @property {readonly string[]} below directories that areas may import
 * @property {ReadonlyMap<string, string>} [tables] the area of each table
 *
 * @typedef {{ from: string, to: string, file: string, what: string, reason: string | undefined }} Use That a file of area
 *   `from` imports a file of area `to` or joins a table of it; `reason` says why it must not.
 */

const testFile = /\.(test|fixture)\.tsx?$|-matrix\.ts$|(^|\/)testing\//;
const relativePath = /['"`](\.{1,2}\/[\w@./-]+\.tsx?)['"`]/g;
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const writes = String.raw`(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]|\b(?:insert\s+into|update|delete\s+from)\s+`;
const reads = String.raw`(?:selectFrom|[jJ]oin|using)\(\s*['"]|\b(?:from|join)\s+`;

/** @type {(path: string) => string | undefined} */
const areaOf = (path) => /^areas\/([^/]+)\/./.exec(path)?.[1];

/** @type {(path: string) => string} */
const inArea = (path) => path.split('/').slice(2).join('/');

/** @type {(text: string) => string} */
const withoutComments = (text) => text.replaceAll(comment, '');

/**
 * The sources of the room that a file imports: values and types, dynamic imports, and workers.
 * @type {(room: AreasOfRoom, file: string) => string[]}
 */
const importsOf = ({ sources }, file) => {
  const found = withoutComments(sources.get(file) ?? '').matchAll(relativePath);
  const paths = [...found].map(([, path = '']) => join(dirname(file), path));
  return [...new Set(paths)].filter((path) => sources.has(path));
};

/**
 * The tables that the statements of a file name, and whether it writes to them.
 * @type {(room: AreasOfRoom, file: string) => { table: string, owner: string, isWrite: boolean }[]}
 */
const tablesOf = ({ sources, tables = new Map() }, file) => {
  const statement = new RegExp(String.raw`(?:(${writes})|${reads})(?:cfs\.)?"?(\w+)`, 'g');
  const found = withoutComments(sources.get(file) ?? '').matchAll(statement);
  const named = [...found].flatMap(([, write, table = '']) => {
    const owner = tables.get(table);
    return owner === undefined ? [] : [{ table, owner, isWrite: write !== undefined }];
  });
  return [...new Map(named.map((each) => [`${each.table} ${each.isWrite}`, each])).values()];
};

/** @type {(room: AreasOfRoom, file: string, path: string) => string | undefined} */
const importReason = ({ exported }, file, path) => {
  const to = areaOf(path) ?? '';
  if (exported[to]?.files.includes(inArea(path))) return undefined;
  if (testFile.test(file) && (testFile.test(path) || path.endsWith(`/${to}-area.ts`))) return undefined;
  return `is not exported by ${to}: import what areas/exports.json lists, or list it there`;
};

/** @type {(room: AreasOfRoom, use: { table: string, owner: string, isWrite: boolean }) => string | undefined} */
const tableReason = ({ exported }, { table, owner, isWrite }) => {
  if (isWrite) return `belongs to ${owner}: only its own commands write to it`;
  if (exported[owner]?.tables?.includes(table)) return undefined;
  return `belongs to ${owner}, which does not export it: use one of its reads`;
};

/**
 * The uses of areas by each other, including tests.
 * @param {AreasOfRoom} room
 * @returns {Use[]}
 */
export const usesOf = (room) =>
  [...room.sources.keys()].flatMap((file) => {
    const from = areaOf(file);
    if (from === undefined) return [];
    const imported = importsOf(room, file).map((path) => ({
      ...{ from, to: areaOf(path) ?? from, file, what: path },
      reason: importReason(room, file, path),
    }));
    const named = testFile.test(file) ? [] : tablesOf(room, file);
    const joined = named.map((use) => ({
      ...{ from, to: use.owner, file, what: `table ${use.table}` },
      reason: tableReason(room, use),
    }));
    return [...imported, ...joined].filter(({ to }) => to !== from);
  });

/**
 * The areas that each area uses, by name, without tests.
 * @param {AreasOfRoom} room
 * @returns {Map<string, string[]>}
 */
const graphOf = (room) => {
  const areas = [...new Set([...room.sources.keys()].flatMap((path) => areaOf(path) ?? []))].sort();
  const uses = usesOf(room).filter(({ file }) => !testFile.test(file));
  return new Map(
    areas.map((area) => [area, [...new Set(uses.filter(({ from }) => from === area).map(({ to }) => to))].sort()]),
  );
};

/**
 * The areas in layers: an area uses only areas of lower layers. `rest` are areas on a cycle or above one.
 * @param {AreasOfRoom} room
 * @returns {{ layers: string[][], rest: string[], graph: Map<string, string[]> }}
 */
export const layersOf = (room) => {
  const graph = graphOf(room);
  /** @type {string[][]} */
  const layers = [];
  let rest = [...graph.keys()];
  for (;;) {
    const layer = rest.filter((area) => !graph.get(area)?.some((used) => rest.includes(used)));
    if (layer.length === 0) return { layers, rest, graph };
    layers.push(layer);
    rest = rest.filter((area) => !layer.includes(area));
  }
};

/**
 * A line for each area, the highest first: the number of its layer, its name, and the areas that it uses.
 * @param {AreasOfRoom} room
 */
export const printedLayers = (room) => {
  const { layers, graph } = layersOf(room);
  return layers
    .flatMap((areas, layer) =>
      areas.map((area) => {
        const used = graph.get(area) ?? [];
        return `${layer}  ${area}${used.length === 0 ? '' : `: ${used.join(', ')}`}`;
      }),
    )
    .toReversed();
};

/**
 * The shortest cycle from an area through the areas that it uses back to itself; `undefined` if there is none.
 * @type {(graph: ReadonlyMap<string, string[]>, area: string) => string[] | undefined}
 */
const cycleThrough = (graph, area) => {
  let ways = [[area]];
  const seen = new Set();
  while (ways.length > 0) {
    const next = ways.flatMap((way) => (graph.get(way.at(-1) ?? '') ?? []).map((used) => [...way, used]));
    const cycle = next.find((way) => way.at(-1) === area);
    if (cycle) return cycle;
    ways = next.filter((way) => !seen.has(way.at(-1)) && seen.add(way.at(-1)));
  }
  return undefined;
};

/** @type {(room: AreasOfRoom) => string[]} */
const cycleFaults = (room) => {
  const { rest, graph } = layersOf(room);
  const uses = usesOf(room).filter(({ file }) => !testFile.test(file));
  const reported = new Set();
  return rest.flatMap((area) => {
    const cycle = reported.has(area) ? undefined : cycleThrough(graph, area);
    if (!cycle) return [];
    for (const each of cycle) reported.add(each);
    const steps = cycle.slice(1).flatMap((to, index) => {
      const use = uses.find((each) => each.from === cycle[index] && each.to === to);
      return use ? [`  ${room.room}/${use.file} uses ${use.what}`] : [];
    });
    return [`Areas depend on each other: ${cycle.join(' → ')}\n${steps.join('\n')}`];
  });
};

/** @type {(room: AreasOfRoom) => string[]} */
const exportFaults = (room) => {
  const uses = usesOf(room);
  const forbidden = uses.flatMap(({ file, what, reason }) =>
    reason === undefined ? [] : [`${room.room}/${file}: ${what} ${reason}`],
  );
  const unused = Object.entries(room.exported).flatMap(([area, { files, tables = [] }]) =>
    [...files.map((file) => `areas/${area}/${file}`), ...tables.map((table) => `table ${table}`)]
      .filter((what) => !uses.some((use) => use.to === area && use.what === what))
      .map((what) => `${room.room}/areas/exports.json: no other area uses ${what}; remove it`),
  );
  return [...forbidden, ...unused];
};

/** @type {(room: AreasOfRoom) => string[]} */
const aboveFaults = (room) =>
  [...room.sources.keys()]
    .filter((file) => areaOf(file) !== undefined && !testFile.test(file))
    .flatMap((file) =>
      importsOf(room, file)
        .filter((path) => areaOf(path) === undefined && !room.below.some((folder) => path.startsWith(`${folder}/`)))
        .map((path) => `${room.room}/${file}: ${path} is above the areas: receive it as a parameter`),
    );

/** @type {(room: AreasOfRoom) => string[]} */
const belowFaults = (room) =>
  [...room.sources.keys()]
    .filter((file) => room.below.some((folder) => file.startsWith(`${folder}/`)) && !testFile.test(file))
    .flatMap((file) =>
      tablesOf(room, file).map(
        ({ table, owner }) =>
          `${room.room}/${file}: table ${table} belongs to the area ${owner}: receive its read as a parameter`,
      ),
    );

/**
 * The faults of the areas of a room, one per line: cycles, uses of what is not exported, unused exports, imports by
 * areas of modules above them, and tables of areas that modules below the areas name.
 * @param {AreasOfRoom} room
 */
export const areaFaults = (room) => [
  ...cycleFaults(room),
  ...exportFaults(room),
  ...aboveFaults(room),
  ...belowFaults(room),
];

/** @type {(path: string) => string} */
const camelCase = (path) => path.replaceAll(/-(\w)/g, (_, letter) => String(letter).toUpperCase());

/** @type {(text: string) => string[]} */
const functionsOf = (text) =>
  [...text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, name = '']) => name);

/** Verbs of reads and commands. */
const verb = /^(delete|expect|find|insert|is|keep|list|lock|look|raise|read|show|store|update)[A-Z]/;
const statement = /\bgate\.\w+\(|\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;

/**
 * The deviations of a file of an area from the recipe of CONTRIBUTING.md.
 * @type {(path: string, text: string) => string[]}
 */
const fileFaults = (path, text) => {
  const name = /([\w-]+)\.ts$/.exec(path)?.[1] ?? '';
  const exported = functionsOf(text);
  const [only = ''] = exported.length === 1 ? exported : [];
  if (/-(service|repository|controller|manager)$/.test(name))
    return ['name it after the reads or commands that it exports'];
  if (name.endsWith('-routes'))
    return [
      ...(only === camelCase(name) ? [] : [`export only ${camelCase(name)}`]),
      ...(statement.test(withoutComments(text)) ? ['have a read or command use the gate'] : []),
    ];
  return verb.test(only) && only !== camelCase(name) ? [`name it after ${only}`] : [];
};

/**
 * The deviations of server areas from the recipe of CONTRIBUTING.md, one per line: the `…-area.ts` of an area contains
 * all that it registers; a file of routes exports one function of the same name and has no statements; a file with one
 * read or command has its name; no file is named after a technical layer.
 * @param {AreasOfRoom} room
 */
export const recipeFaults = ({ room, sources }) => {
  const files = [...sources].filter(([path]) => areaOf(path) !== undefined && !testFile.test(path));
  const registering = files.filter(([path]) => /-(routes|entity|table)\.ts$/.test(path));
  const unregistered = [...new Set(registering.map(([path]) => areaOf(path)))]
    .filter((area) => !sources.has(`areas/${area}/${area}-area.ts`))
    .map((area) => `${room}/areas/${area}: declare it in ${area}-area.ts`);
  return [
    ...unregistered,
    ...files.flatMap(([path, text]) => fileFaults(path, text).map((fault) => `${room}/${path}: ${fault}`)),
  ];
};
