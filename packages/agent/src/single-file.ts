import { main } from './agent.ts';
import { runOperation } from './operations/run-operation.ts';
import { runOperationArgument } from './own-program.ts';
import { installArgument, installService } from './service/install-service.ts';

/** Entry point of the single-file agent, which is also its own runner of operations and its own installer. */
const [first, ...rest] = process.argv.slice(2);

const install = async (): Promise<void> => {
  try {
    await installService(rest, process.env, {
      root: process.env['CFS_AGENT_INSTALL_ROOT'] ?? '',
      say: (line) => process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
};

if (first === runOperationArgument) void runOperation();
else if (first === installArgument) void install();
else void main(process.argv.slice(2));
