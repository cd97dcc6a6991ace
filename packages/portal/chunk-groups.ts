import type { Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The ids of a module and of all that static imports lead to from it, or that lead to it. */
const closure = (module: string, graph: ModuleGraph, direction: 'importedIds' | 'importers'): ReadonlySet<string> => {
  const reached = new Set([module]);
  for (const id of reached) graph.getModuleInfo(id)?.[direction].forEach((next) => reached.add(next));
  return reached;
};

/** The entries (pages and dynamically imported modules) from which static imports lead to a module. */
const entriesOf = (module: string, graph: ModuleGraph): readonly string[] =>
  [...closure(module, graph, 'importers')].filter((id) => {
    const info = graph.getModuleInfo(id);
    return info && (info.isEntry || info.dynamicImporters.length > 0);
  });

const needsSchemas = (module: string, graph: ModuleGraph): boolean =>
  [...closure(module, graph, 'importedIds')].some((id) => id.includes('/node_modules/zod/'));

const isScreen = /-screen\.tsx$/;
const needsNoGrid = /\/(?:home-screen|blocks-screen|change-calendar-screen|command-palette-dialog)\.tsx$/;
const isContract = /\/node_modules\/zod\/|\/contracts\/src\//;
const isIntake = /\/areas\/intake\//;

/**
 * The group of a module that several entries share, chosen by the screens that use it, so that a screen loads a small
 * number of files and little that it does not use. What one entry alone uses stays in the file of that entry.
 */
const sharedGroup = (module: string, graph: ModuleGraph): string | null => {
  const entries = entriesOf(module, graph);
  const isUsedBy = (pattern: RegExp): boolean => entries.some((entry) => pattern.test(entry));
  if (entries.length < 2) return null;
  if (needsSchemas(module, graph)) {
    if (isUsedBy(isScreen) || isContract.test(module)) return 'schemas';
  } else {
    if (isUsedBy(needsNoGrid)) return 'common';
    if (isUsedBy(isScreen)) return isContract.test(module) ? 'common' : 'list';
  }
  // Forms made from a JSON schema are larger than all other panels.
  return entries.every((entry) => isIntake.test(entry)) ? 'schema-form' : 'panels';
};

const sharedGroups = new Map<string, string | null>();

const group = (name: string, priority: number) => ({
  name: (module: string, graph: ModuleGraph): string | null => {
    if (!sharedGroups.has(module)) sharedGroups.set(module, sharedGroup(module, graph));
    return sharedGroups.get(module) === name ? name : null;
  },
  priority,
});

/**
 * The files that the portal's scripts are divided into: one for each screen and each panel, and these groups. A group
 * contains what its modules import as well, less what groups of a higher priority contain.
 */
export const chunkGroups = [
  // The page that renews a sign-in loads this and nothing else.
  { name: 'sign-in', test: /oidc-client-ts/, priority: 6 },
  { name: 'start', test: /portal\/src\/main\.tsx$/, priority: 5 },
  group('common', 4),
  group('list', 3),
  group('schemas', 2),
  group('panels', 1),
  group('schema-form', 0),
];
