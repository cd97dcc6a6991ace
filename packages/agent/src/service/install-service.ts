import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isSingleFile } from '../own-program.ts';
import { readOptions, UsageError } from '../options.ts';
import { servicePlan, type Command } from './service-plan.ts';

/** First argument that makes the agent install itself. */
export const installArgument = 'install';

const run = promisify(execFile);

const runCommand = async ([file, ...args]: Command): Promise<void> => {
  try {
    await run(file, args, { windowsHide: true });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new UsageError(`${[file, ...args].join(' ')} failed: ${said || String(error)}`);
  }
};

/** The arguments of the service: those of the installation without `--data` and those for the first start only. */
const serviceArguments = (args: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--token' || arg === '--data') index += 1;
    else if (arg !== '--re-enrol' && !/^--(token|data)=/.test(arg)) kept.push(arg);
  }
  return kept;
};

/**
 * Installs the agent as a service that starts with this machine, and starts it. Run again, it replaces the program and
 * the settings. `root` is a prefix of every path, for tests.
 *
 * @throws UsageError if an option is invalid, a command fails, or the agent is not a single file.
 */
export const installService = async (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { root = '', say }: { readonly root?: string; readonly say: (line: string) => void },
): Promise<void> => {
  if (!isSingleFile) throw new UsageError('Only the single-file agent can install itself: npm run -s agent:build');
  const kept = serviceArguments(args);
  const plan = servicePlan(process.platform, kept, environment);
  // Throws for invalid arguments before anything is changed.
  const { token } = readOptions([...kept, '--data', plan.dataDirectory], environment);
  // `--token` takes precedence over the environment and over the file of an earlier installation.
  const given = tokenOf(args) ?? token;
  const enrolsAgain = args.includes('--re-enrol');
  if (enrolsAgain && given === undefined) {
    throw new UsageError('--re-enrol needs a tenant token in CFS_AGENT_TOKEN or by --token.');
  }
  const placed = (path: string): string => (root === '' ? path : join(root, path));

  for (const command of plan.preparations) await runCommand(command).catch(() => undefined);
  for (const directory of plan.directories) mkdirSync(placed(directory), { recursive: true, mode: 0o755 });
  const program = placed(plan.program);
  copyFileSync(process.execPath, `${program}.new`);
  chmodSync(`${program}.new`, 0o755);
  renameSync(`${program}.new`, program);
  if (given !== undefined) writeFileSync(placed(plan.tokenFile), given, { mode: 0o600 });
  if (enrolsAgain) writeFileSync(placed(plan.reEnrolFile), '', { mode: 0o600 });
  for (const { path, content } of plan.files) {
    mkdirSync(dirname(placed(path)), { recursive: true });
    writeFileSync(placed(path), content, { mode: 0o644 });
  }
  for (const command of plan.commands) await runCommand(command);
  say(`The agent is installed as ${plan.program} and is running; its data is in ${plan.dataDirectory}.`);
};

const tokenOf = (args: readonly string[]): string | undefined => {
  const index = args.indexOf('--token');
  return index === -1 ? args.find((arg) => arg.startsWith('--token='))?.slice('--token='.length) : args[index + 1];
};
