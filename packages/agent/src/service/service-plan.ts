import { join, win32 } from 'node:path';
import { reEnrolFile, tokenFile } from '../options.ts';
import { windowsServiceSource } from './windows-service-source.ts';

/** What an installation does: directories, files and commands, in this order. */
export interface ServicePlan {
  /** Where the agent's own file is copied to. */
  readonly program: string;
  readonly dataDirectory: string;
  readonly directories: readonly string[];
  /** File of the token for the enrolment, which deletes it. */
  readonly tokenFile: string;
  /** Marker file: the first start enrols again and deletes it. */
  readonly reEnrolFile: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Run before the files are written; a failure is ignored, since their result may already exist. */
  readonly preparations: readonly Command[];
  readonly commands: readonly Command[];
}

export type Command = readonly [file: string, ...args: string[]];

export const serviceName = 'cfs-agent';
const account = 'cfs-agent';

/** Exit codes after which a restart changes nothing: wrong arguments, and a machine that is refused. */
const finalExitCodes = [2, 3] as const;

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const systemdUnit = (program: string, args: readonly string[]): string => `[Unit]
Description=CFS Portal agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
User=${account}
ExecStart=${[program, ...args].map((arg) => quoted(arg).replaceAll('%', '%%').replaceAll('$', '$$$$')).join(' ')}
Restart=always
RestartSec=5
RestartPreventExitStatus=${finalExitCodes.join(' ')}
KillMode=mixed
TimeoutStopSec=30
UMask=0077

[Install]
WantedBy=multi-user.target
`;

const linuxPlan = (args: readonly string[]): ServicePlan => {
  const directory = '/opt/cfs-agent';
  const dataDirectory = '/var/lib/cfs-agent';
  const program = join(directory, 'cfs-agent');
  const unit = `/etc/systemd/system/${serviceName}.service`;
  return {
    program,
    dataDirectory,
    directories: [directory, dataDirectory],
    tokenFile: join(dataDirectory, tokenFile),
    reEnrolFile: join(dataDirectory, reEnrolFile),
    files: [{ path: unit, content: systemdUnit(program, [...args, '--data', dataDirectory]) }],
    preparations: [['useradd', '--system', '--home-dir', dataDirectory, '--shell', '/usr/sbin/nologin', account]],
    commands: [
      // The agent replaces its own program when it is updated.
      ['chown', '-R', `${account}:`, directory, dataDirectory],
      ['chmod', '700', dataDirectory],
      ['systemctl', 'daemon-reload'],
      ['systemctl', 'enable', serviceName],
      ['systemctl', 'restart', serviceName],
    ],
  };
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const launchdLabel = 'cfs-agent';

const darwinPlan = (args: readonly string[]): ServicePlan => {
  const directory = '/usr/local/cfs-agent';
  const dataDirectory = '/Library/Application Support/cfs-agent';
  const program = join(directory, 'cfs-agent');
  const list = `/Library/LaunchDaemons/${launchdLabel}.plist`;
  const strings = [program, ...args, '--data', dataDirectory].map((arg) => `    <string>${escapeXml(arg)}</string>`);
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${strings.join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ThrottleInterval</key>
  <integer>10</integer>
</dict>
</plist>
`;
  return {
    program,
    dataDirectory,
    directories: [directory, dataDirectory],
    tokenFile: join(dataDirectory, tokenFile),
    reEnrolFile: join(dataDirectory, reEnrolFile),
    files: [{ path: list, content }],
    preparations: [['launchctl', 'bootout', `system/${launchdLabel}`]],
    commands: [
      ['chmod', '700', dataDirectory],
      // Adding the agent to the executable of Node has invalidated its signature.
      ['codesign', '--force', '--sign', '-', program],
      ['launchctl', 'bootstrap', 'system', list],
    ],
  };
};

/** Quotes an argument of a Windows command line for the C runtime. */
const windowsQuoted = (arg: string): string =>
  `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replaceAll(/(\\+)$/g, '$1$1')}"`;

const powershell = (script: string): Command => ['powershell', '-NoProfile', '-NonInteractive', '-Command', script];
const powershellText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const windowsPlan = (args: readonly string[], environment: NodeJS.ProcessEnv): ServicePlan => {
  const directory = win32.join(environment['ProgramFiles'] ?? 'C:\\Program Files', 'CFS Agent');
  const dataDirectory = win32.join(environment['ProgramData'] ?? 'C:\\ProgramData', 'CFS Agent');
  const program = win32.join(directory, 'cfs-agent.exe');
  const wrapper = win32.join(directory, 'cfs-agent-service.exe');
  const source = win32.join(directory, 'cfs-agent-service.cs');
  const commandLine = [...args, '--data', dataDirectory, '--stop-with-input'].map(windowsQuoted).join(' ');
  return {
    program,
    dataDirectory,
    directories: [directory, dataDirectory],
    tokenFile: win32.join(dataDirectory, tokenFile),
    reEnrolFile: win32.join(dataDirectory, reEnrolFile),
    files: [{ path: source, content: windowsServiceSource(serviceName, program, commandLine, finalExitCodes) }],
    preparations: [['sc.exe', 'stop', serviceName]],
    commands: [
      // Only the system and administrators may read the key.
      ['icacls', dataDirectory, '/inheritance:r', '/grant:r', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F'],
      // .NET Framework, which every Windows has, compiles the service that supervises the agent.
      powershell(
        `Remove-Item -Force -ErrorAction SilentlyContinue ${powershellText(wrapper)}; ` +
          `Add-Type -Path ${powershellText(source)} -OutputAssembly ${powershellText(wrapper)} ` +
          '-OutputType ConsoleApplication -ReferencedAssemblies System.ServiceProcess',
      ),
      powershell(
        `if (-not (Get-Service ${serviceName} -ErrorAction SilentlyContinue)) { ` +
          `New-Service -Name ${serviceName} -DisplayName 'CFS Portal agent' -StartupType Automatic ` +
          `-BinaryPathName ${powershellText(windowsQuoted(wrapper))} | Out-Null }`,
      ),
      ['sc.exe', 'failure', serviceName, 'reset=', '0', 'actions=', 'restart/5000'],
      ['sc.exe', 'start', serviceName],
    ],
  };
};

/** The plan that makes the agent a service of this system; `args` are its arguments without the token. */
export const servicePlan = (
  platform: NodeJS.Platform,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ServicePlan => {
  if (platform === 'win32') return windowsPlan(args, environment);
  return platform === 'darwin' ? darwinPlan(args) : linuxPlan(args);
};
