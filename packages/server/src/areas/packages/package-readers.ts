/**
 * Permissions to read operations and versions of packages; either one is sufficient, because they are assigned to
 * devices as well.
 */
export const packageReaders = ['Packages:view', 'Devices:view'] as const;
