import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { parseJson } from './built-in/find-json-path.ts';
import { parseRanges } from './number-ranges.ts';
import { OperationError, type RunJob } from './operation-result.ts';
import { createParameterReader } from './parameters.ts';

/** How a program is started, without a shell. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly directory: string | undefined;
  readonly succeeds: (exitCode: number) => boolean;
  /** Removes the files written for the run. */
  readonly tidy: () => Promise<void>;
}

type Command = readonly [file: string, ...args: string[]];

const powershell = (file: string): Command => [
  file,
  '-NoProfile',
  '-NonInteractive',
  '-ExecutionPolicy',
  'Bypass',
  '-File',
];
const interpreters: Readonly<Record<string, { readonly extension: string; readonly command: Command }>> = {
  sh: { extension: '.sh', command: ['sh'] },
  bash: { extension: '.sh', command: ['bash'] },
  python3: { extension: '.py', command: ['python3'] },
  powershell: { extension: '.ps1', command: powershell('powershell') },
  pwsh: { extension: '.ps1', command: powershell('pwsh') },
  cmd: { extension: '.cmd', command: ['cmd', '/d', '/c'] },
};
const byExtension: Readonly<Record<string, Command>> = {
  '.sh': ['sh'],
  '.py': ['python3'],
  '.ps1': powershell(process.platform === 'win32' ? 'powershell' : 'pwsh'),
  '.cmd': ['cmd', '/d', '/c'],
  '.bat': ['cmd', '/d', '/c'],
};

const nothingToTidy = async (): Promise<void> => undefined;

const startCommand = ({ parameters }: RunJob): ProgramStart => {
  const read = createParameterReader(parameters);
  const args = parseJson('Arguments', read.optional('Arguments') ?? '[]');
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) {
    throw new OperationError('Arguments must be a JSON list of texts');
  }
  return {
    file: read.required('Program'),
    args,
    directory: read.optional('WorkingDirectory'),
    succeeds: parseRanges('SuccessExitCodes', read.optional('SuccessExitCodes') ?? '0'),
    tidy: nothingToTidy,
  };
};

const startScript = async ({ parameters, scratchDirectory }: RunJob): Promise<ProgramStart> => {
  const read = createParameterReader(parameters);
  const name = read.required('Interpreter').trim();
  const known = Object.hasOwn(interpreters, name.toLowerCase()) ? interpreters[name.toLowerCase()] : undefined;
  const [file, ...args] = known?.command ?? ([name] as const);
  const succeeds = parseRanges('SuccessExitCodes', read.optional('SuccessExitCodes') ?? '0');
  await mkdir(scratchDirectory, { recursive: true, mode: 0o700 });
  const script = join(scratchDirectory, `${randomUUID()}${known?.extension ?? ''}`);
  await writeFile(script, read.required('Script'), { mode: 0o600 });
  return {
    file,
    args: [...args, script],
    directory: read.optional('WorkingDirectory'),
    succeeds,
    tidy: () => rm(script, { force: true }),
  };
};

const startPackageProgram = async ({ program, packageDirectory }: RunJob): Promise<ProgramStart> => {
  if (program.kind !== 'package' || packageDirectory === undefined) {
    throw new OperationError('the package is not installed');
  }
  const path = resolve(packageDirectory, program.executable);
  if (!path.startsWith(resolve(packageDirectory) + sep)) {
    throw new OperationError(`${program.executable} is not within the package`);
  }
  const shared = { directory: packageDirectory, succeeds: (code: number) => code === 0, tidy: nothingToTidy };
  if (program.executableType === 'Executable') {
    await chmod(path, 0o755).catch(() => undefined);
    return { ...shared, file: path, args: program.arguments };
  }
  const command = byExtension[extname(path).toLowerCase()];
  if (!command) throw new OperationError(`${program.executable}: no interpreter is known for this kind of script`);
  const [file, ...args] = command;
  return { ...shared, file, args: [...args, path, ...program.arguments] };
};

/** @throws OperationError when the parameters or the package do not allow a start. */
export const programStart = async (job: RunJob): Promise<ProgramStart> => {
  if (job.program.kind === 'package') return startPackageProgram(job);
  return job.program.name === 'Script' ? startScript(job) : startCommand(job);
};
