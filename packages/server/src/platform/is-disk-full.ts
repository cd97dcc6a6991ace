import { statfs } from 'node:fs/promises';

/** What PostgreSQL needs for one more segment of its log; with less it ends, whatever it complains of last. */
const leastRoom = 16 * 1024 ** 2;

/** Whether the disk that holds an existing directory has too little room for a database to go on. */
export const isDiskFull = async (directory: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < leastRoom;
};
