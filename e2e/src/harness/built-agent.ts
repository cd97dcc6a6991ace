import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectDirectory } from './project.ts';

/** The agent's file that the Welcome page offers for Linux. */
export const agentFile = 'cfs-agent-linux-x64';

/** Whether the file runs on this machine. */
export const hasAgent = process.platform === 'linux' && process.arch === 'x64';

/** Builds the agent's file for this machine into a directory. */
export async function buildAgent(directory: string): Promise<void> {
  const build = ['scripts/agent-build.mjs', 'linux-x64', '--out', directory];
  await promisify(execFile)(process.execPath, build, { cwd: projectDirectory });
}
