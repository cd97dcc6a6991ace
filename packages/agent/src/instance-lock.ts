import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another agent uses the data directory. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

/**
 * A socket address that the system releases when the process ends, even in a crash. On macOS it is a file, which can be
 * left over.
 */
const addressOf = (dataDirectory: string): string => {
  const name = `cfs-agent-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

const listen = async (address: string): Promise<Server> => {
  const server = createServer((socket) => socket.destroy());
  server.listen(address);
  await once(server, 'listening');
  return server.unref();
};

const isAnswered = async (address: string): Promise<boolean> => {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/**
 * Locks the data directory for this process; the returned function unlocks it.
 *
 * @throws DirectoryInUseError while another process holds it.
 */
export const lockDirectory = async (dataDirectory: string): Promise<() => Promise<void>> => {
  const address = addressOf(dataDirectory);
  const server = await listen(address).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (process.platform === 'darwin' && !(await isAnswered(address))) {
      await rm(address, { force: true });
      return listen(address);
    }
    throw new DirectoryInUseError(`another agent uses ${dataDirectory}`);
  });
  return async () => {
    server.close();
    await once(server, 'close');
  };
};
