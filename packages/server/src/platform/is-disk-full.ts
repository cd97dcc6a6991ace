import { statfs } from 'node:fs/promises';

/** One WAL segment: with less free space PostgreSQL stops, whatever error it reports last. */
const minFreeBytes = 16 * 1024 ** 2;

/** Whether the disk of an existing directory has too little free space for the database. */
export const isDiskFull = async (directory: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < minFreeBytes;
};
