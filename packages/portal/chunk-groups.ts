import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The ids of a module and of all that static imports lead to from it, or that lead to it. */
const closure = (module: string, graph: ModuleGraph, direction: 'importedIds' | 'importers'): ReadonlySet<string> => {
  const reached = new Set([module]);
  for (const id of reached) graph.getModuleInfo(id)?.[direction].forEach((next) => reached.add(next));
  return reached;
};

/** Computes the value of each module once. */
const memoized = <Value>(compute: (module: string, graph: ModuleGraph) => Value) => {
  const known = new Map<string, Value>();
  return (module: string, graph: ModuleGraph): Value => {
    if (!known.has(module)) known.set(module, compute(module, graph));
    return known.get(module) as Value;
  };
};

/** The entries (pages and dynamically imported modules) from which static imports lead to a module. */
const entriesOf = memoized((module, graph): readonly string[] =>
  [...closure(module, graph, 'importers')].filter((id) => {
    const info = graph.getModuleInfo(id);
    return info && (info.isEntry || info.dynamicImporters.length > 0);
  }),
);

const imports = (isSought: (id: string) => boolean) =>
  memoized((module, graph): boolean => [...closure(module, graph, 'importedIds')].some(isSought));
const leadsTo = (dependency: string) => imports((id) => id.includes(`/node_modules/${dependency}/`));
const needsSchemas = leadsTo('zod');
/** Forms made from a JSON schema are larger than all other panels. */
const makesSchemaForms = leadsTo('@rjsf');

/** The screen of a packet shows a panel and loads the files of panels. */
const isScreen = /(?<!packet)-screen\.tsx$/;
const needsNoGrid =
  /\/(?:home-screen|blocks-screen|change-calendar-screen|compliance-screen|command-palette-dialog)\.tsx$/;
const isContract = /\/node_modules\/zod\/|\/contracts\/src\//;
const isPanel = /-panel\.tsx$/;

const showsList = imports((id) => id.includes('/ui/list/'));
/** Opened by old links alone. */
const isLegacy = /\/legacy-[^/]+$/;
/** Opened by few people, now and then: the file of lists, which everybody loads, does without them. */
const isRare = /\/(?:pending-devices|metric-sources|outbox|packages|roll-outs|received-mails|tokens)-screen\.tsx$/;
const isListScreen = (entry: string, graph: ModuleGraph): boolean =>
  isScreen.test(entry) &&
  !isLegacy.test(entry) &&
  !isRare.test(entry) &&
  !needsNoGrid.test(entry) &&
  showsList(entry, graph) &&
  !needsSchemas(entry, graph);

/**
 * Characters of source below which a panel or a screen costs less within a shared file than by a request of its own. The
 * file of lists is part of the first list that somebody opens.
 */
const smallPanelCharacters = 24_000;
const smallScreenCharacters = 8_500;

/** The characters of all modules that one entry alone leads to. */
const ownCharacters = memoized((entry, graph): number =>
  [...closure(entry, graph, 'importedIds')]
    .filter((id) => entriesOf(id, graph).every((each) => each === entry))
    .reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0),
);

/** What one entry alone uses stays in a file of its own, unless it is a small panel or a small screen of a list. */
const groupOfOneEntry = (entry: string | undefined, graph: ModuleGraph): string | null => {
  if (entry === undefined) return null;
  if (makesSchemaForms(entry, graph)) return 'schema-form';
  const characters = ownCharacters(entry, graph);
  if (isPanel.test(entry)) return characters < smallPanelCharacters ? 'panels' : null;
  return isListScreen(entry, graph) && characters < smallScreenCharacters ? 'list' : null;
};

/**
 * The group of a module that several entries share, chosen by the screens that use it, so that a screen loads a small
 * number of files and little that it does not use.
 */
const chooseGroup = (module: string, graph: ModuleGraph): string | null => {
  const entries = entriesOf(module, graph);
  const isUsedBy = (pattern: RegExp): boolean => entries.some((entry) => pattern.test(entry));
  if (entries.length < 2) return groupOfOneEntry(entries[0], graph);
  if (!needsSchemas(module, graph)) {
    if (isUsedBy(needsNoGrid)) return 'common';
    if (isUsedBy(isScreen)) return isContract.test(module) ? 'common' : 'list';
  }
  return entries.every((entry) => makesSchemaForms(entry, graph)) ? 'schema-form' : 'panels';
};

const groupOf = memoized(chooseGroup);

const group = (name: string, priority: number) => ({
  name: (module: string, graph: ModuleGraph): string | null => (groupOf(module, graph) === name ? name : null),
  debugName: name,
  priority,
});

/**
 * The files that the portal's scripts are divided into: one for each large screen and panel, and these groups. A
 * group contains what its modules import as well, less what groups of a higher priority contain. A module with a
 * top-level await would disable the removal of files that only export a panel of a group.
 */
export const chunkGroups = [
  // The page that renews a sign-in loads this and nothing else.
  { name: 'sign-in', test: /oidc-client-ts/, priority: 6 },
  { name: 'start', test: /portal\/src\/main\.tsx$/, priority: 5 },
  group('common', 4),
  group('list', 3),
  group('panels', 2),
  group('schema-form', 0),
];
