import { byName } from './by-name.ts';
import { operationTypes, type OperationType } from './operation-enumerations.ts';

/** Numbers and names of packages, shared by server and portal. No schemas here. */

/** What a package is for; transferred by name. */
export const packageTypes = {
  Watcher: 1,
  Command: 2,
  ScriptRunner: 3,
  AgentLogic: 4,
  AgentRunner: 5,
  AgentUpdater: 6,
  SecuredValue: 7,
} as const;
export type PackageType = keyof typeof packageTypes;

/** What the executable of a package is; transferred by name. */
export const executableTypes = { Executable: 1, Script: 2 } as const;
export type ExecutableType = keyof typeof executableTypes;

/**
 * Status of a version; transferred by name. Latest: the highest release by SemVer 2. Archived: any other release.
 * PreRelease: has a pre-release tag.
 */
export const packageVersionStatuses = { Latest: 1, Archived: 2, PreRelease: 3 } as const;
export type PackageVersionStatus = keyof typeof packageVersionStatuses;

/**
 * States of a package on a device; transferred by name. AvailableForInstall: neither wanted nor installed. Pending:
 * wanted, and the agent has not begun. Removing: unwanted, and the agent has not begun. RolledBack: the version failed,
 * and the previous one runs.
 */
export const installStatuses = {
  AvailableForInstall: 0,
  Pending: 1,
  Downloading: 2,
  Verifying: 3,
  Installing: 4,
  Installed: 5,
  Failed: 6,
  RolledBack: 7,
  Removing: 8,
} as const;
export type InstallStatus = keyof typeof installStatuses;

/** Numbers of the operation types as they are stored. */
export const operationTypeNumbers: Record<OperationType, number> = byName(operationTypes, (_name, index) => index + 1);
