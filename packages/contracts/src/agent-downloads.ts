/** Where people find the agent, and the commands that install it. */

/** A system for which the agent is built. */
export interface AgentSystem {
  readonly name: 'Linux' | 'Windows' | 'macOS';
  /** Name of its file among those that are downloaded. */
  readonly file: string;
  /** What the command is pasted into. */
  readonly shell: string;
}

export const agentSystems: readonly AgentSystem[] = [
  { name: 'Linux', file: 'cfs-agent-linux-x64', shell: 'Terminal' },
  { name: 'Windows', file: 'cfs-agent-win-x64.exe', shell: 'PowerShell, as administrator' },
  { name: 'macOS', file: 'cfs-agent-darwin-x64', shell: 'Terminal' },
];

/** Where the server offers the files of the agent that it holds; ends with a slash. */
export const agentFilesPath = '/v1/agents/files/';

/** Name of the text file in that directory with the SHA-256 of the files, in the format of `sha256sum`. */
export const agentChecksumsFile = 'SHA256SUMS';

/** All files of the agent's build: those of the systems above, and the one for Linux on ARM. */
export const agentFileNames: readonly string[] = [...agentSystems.map(({ file }) => file), 'cfs-agent-linux-arm64'];

/** The placeholder in commands for a tenant token that permits enrolment. */
export const tokenPlaceholder = 'TOKEN';

/**
 * The address of a system's file. A download address that ends with a slash is a directory with the files of all
 * systems; any other is the file for Windows, in the same directory as the others.
 */
export const agentFileAddress = (downloadUrl: string, { name, file }: AgentSystem): string =>
  name === 'Windows' && !downloadUrl.endsWith('/') ? downloadUrl : new URL(file, downloadUrl).href;

/** Text as one word of a POSIX shell. */
const posixWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const powershellWord = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The command that downloads the agent and makes it a service which enrols at the server. */
export const installCommand = (system: AgentSystem, downloadUrl: string, server: string): string => {
  const address = agentFileAddress(downloadUrl, system);
  if (system.name === 'Windows') {
    return (
      `Invoke-WebRequest -UseBasicParsing ${powershellWord(address)} -OutFile cfs-agent.exe; ` +
      `.\\cfs-agent.exe install --server ${powershellWord(server)} --token ${tokenPlaceholder}`
    );
  }
  const sign = system.name === 'macOS' ? ' && codesign --force --sign - cfs-agent' : '';
  return (
    `curl -fsSLo cfs-agent ${posixWord(address)} && chmod +x cfs-agent${sign} && ` +
    `sudo ./cfs-agent install --server ${posixWord(server)} --token ${tokenPlaceholder}`
  );
};
