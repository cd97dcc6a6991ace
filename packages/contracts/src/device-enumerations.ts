/** Kinds of devices; transferred by name. */
export const deviceTypes = { Unknown: 0, Virtual: 1, Physical: 2, Script: 3 } as const;

/** Which logs an agent sends; transferred by name. */
export const deviceLoggingLevels = { All: 0, None: 1 } as const;

/** Operating systems by name; transferred as numbers. */
export const operatingSystems = { Unknown: 0, WinX64: 1, OsxX64: 2, LinuxX64: 4 } as const;

export const deviceHasOperationsMessage = (name: string): string =>
  `Could not delete ${name} because it has operations assigned to it.`;
