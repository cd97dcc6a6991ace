import { isRecord } from '@cfs/contracts/json-record';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The program of one operation of a package version. */
export interface PackageProgram {
  /** Path within the bundle. */
  readonly executable: string;
  readonly executableType: 'Executable' | 'Script';
  readonly arguments: readonly string[];
  readonly timeoutSeconds: number | undefined;
  readonly memoryLimitMebibytes: number | undefined;
}

/** Programs by the name of the operation. */
export type PackagePrograms = ReadonlyMap<string, PackageProgram>;

const executableOf = (value: unknown): Pick<PackageProgram, 'executable' | 'executableType'> | undefined => {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  return { executable: value['name'], executableType: value['type'] === 'Script' ? 'Script' : 'Executable' };
};

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** The programs of a manifest; an operation without a program is absent. */
export const programsOf = (manifest: unknown): PackagePrograms => {
  if (!isRecord(manifest) || !Array.isArray(manifest['operations'])) return new Map();
  const ofPackage = executableOf(manifest['executable']);
  return new Map(
    manifest['operations'].flatMap((operation: unknown): [string, PackageProgram][] => {
      if (!isRecord(operation) || typeof operation['name'] !== 'string') return [];
      const program = executableOf(operation['executable']) ?? ofPackage;
      if (!program) return [];
      return [
        [
          operation['name'],
          {
            ...program,
            arguments: textsOf(operation['arguments']),
            timeoutSeconds: numberOf(operation['timeoutSeconds']),
            memoryLimitMebibytes: numberOf(operation['memoryLimitMebibytes']),
          },
        ],
      ];
    }),
  );
};

/** Maximum number of versions whose programs are cached; a version never changes. */
const maxCached = 500;

/** Reads the programs of package versions, by the id of the version. The scope must include the shared rows. */
export type PackageProgramsReader = (
  db: ScopedDatabase,
  packageVersionIds: readonly string[],
) => Promise<ReadonlyMap<string, PackagePrograms>>;

/** Creates a reader that caches programs, because a manifest may be large to parse. */
export const createPackageProgramsReader = (): PackageProgramsReader => {
  const cached = new Map<string, PackagePrograms>();
  return async (db, packageVersionIds) => {
    const missing = packageVersionIds.filter((id) => !cached.has(id));
    const rows =
      missing.length === 0
        ? []
        : await db
            .selectFrom('package_versions')
            .select(['package_version_id', 'manifest'])
            .where((row) => row('package_version_id', '=', row.fn.any(row.val(missing))))
            .execute();
    const read = new Map(rows.map((row) => [row.package_version_id, programsOf(JSON.parse(row.manifest))]));
    const found = new Map(
      packageVersionIds.flatMap((id) => {
        const programs = cached.get(id) ?? read.get(id);
        return programs ? [[id, programs] as const] : [];
      }),
    );
    for (const [id, programs] of read) cached.set(id, programs);
    for (const id of cached.keys()) {
      if (cached.size <= maxCached) break;
      cached.delete(id);
    }
    return found;
  };
};
