import childProcess, { type SpawnOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

// Loaded by NODE_OPTIONS into the server and its agent, so that pictures show the same day and machine wherever they
// are taken.

const offset = Number(process.env['PICTURE_CLOCK_OFFSET'] ?? 0);
const MachineDate = Date;
const now = (): number => MachineDate.now() + offset;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, parameters: unknown[], asked) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, asked) as Date,
  apply: () => new MachineDate(now()).toString(),
  get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
});

const { lo } = os.networkInterfaces();
os.hostname = () => 'srv-oslo-01';
os.networkInterfaces = () => ({
  ...(lo && { lo }),
  eth0: [
    {
      address: '10.20.0.14',
      netmask: '255.255.255.0',
      family: 'IPv4',
      mac: '02:00:0a:14:00:0e',
      internal: false,
      cidr: '10.20.0.14/24',
    },
  ],
});

/** Passes the variables to the agent, because the server starts it with a restricted environment. */
const { spawn } = childProcess;
const spawnAlike = (program: string, parameters: readonly string[], options: SpawnOptions = {}) => {
  const { NODE_OPTIONS, PICTURE_CLOCK_OFFSET } = process.env;
  const isNode = program === process.execPath && options.env !== undefined;
  return spawn(program, parameters, {
    ...options,
    ...(isNode && { env: { ...options.env, NODE_OPTIONS, PICTURE_CLOCK_OFFSET } }),
  });
};
childProcess.spawn = spawnAlike as typeof spawn;
syncBuiltinESMExports();
