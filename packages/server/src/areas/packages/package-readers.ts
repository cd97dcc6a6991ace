/** Who may read packages' operations and versions: they are also what devices are given. */
export const packageReaders = ['Packages:view', 'Devices:view'] as const;
