import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listening } from './listening.ts';
import { StartUpError } from './start-up-error.ts';

const settings = { portSetting: 'METRICS_PORT', hostSetting: 'HOST' };

const listen = async (port: number, host: string): Promise<number> => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

const failed = (syscall: string, code: string): Promise<never> =>
  Promise.reject(Object.assign(new Error('Something failed.'), { syscall, code }));

it('resolves to the result of the work', async () => {
  expect(await listening({ port: 0, ...settings }, listen(0, '127.0.0.1'))).toBeGreaterThan(0);
});

it('names the setting of a port that is taken', async () => {
  const port = await listen(0, '127.0.0.1');
  const second = listening({ port, ...settings }, listen(port, '127.0.0.1'));
  await expect(second).rejects.toThrow(
    `Port ${port} is already in use. Stop the other program, or set METRICS_PORT to a free one.`,
  );
  await expect(second).rejects.toBeInstanceOf(StartUpError);
});

it.each(['192.0.2.1', 'fe80::1'])(
  'names the setting of the address %s, which this machine does not have',
  async (host) => {
    const work = listening({ port: 0, ...settings }, listen(0, host));
    await expect(work).rejects.toThrow('HOST is not an address of this machine.');
  },
);

it.each([
  ['listen', 'EACCES', 'Port 25 cannot be used by this user. Set METRICS_PORT to 1024 or higher.'],
  ['bind', 'EADDRINUSE', 'Port 25 is already in use. Stop the other program, or set METRICS_PORT to a free one.'],
  ['getaddrinfo', 'ENOTFOUND', 'The name in HOST cannot be resolved. Set it to an address of this machine.'],
  ['getaddrinfo', 'EAI_AGAIN', 'The name in HOST cannot be resolved. Set it to an address of this machine.'],
])('explains a failed %s with %s', async (syscall, code, line) => {
  await expect(listening({ port: 25, ...settings }, failed(syscall, code))).rejects.toThrow(line);
});

it.each([
  ['connect', 'EACCES'],
  ['open', 'EACCES'],
  ['listen', 'EMFILE'],
])('passes on the error of a failed %s with %s', async (syscall, code) => {
  await expect(listening({ port: 25, ...settings }, failed(syscall, code))).rejects.toThrow('Something failed.');
});
