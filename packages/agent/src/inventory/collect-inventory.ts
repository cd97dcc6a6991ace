import { readFile, stat, statfs } from 'node:fs/promises';
import { arch, cpus, networkInterfaces, release, totalmem, uptime, version as systemVersion } from 'node:os';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import { inventoryLimits } from '@cfs/contracts/inventory';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import { parseDf, parseMounts, type Mount } from './parse-disks.ts';
import {
  dpkgArguments,
  parseDpkg,
  parseMacApplications,
  parseRegistry,
  parseRpm,
  parseUninstallKeys,
  rpmArguments,
  type ReportedSoftware,
} from './parse-software.ts';
import { runCommand } from './run-command.ts';

const mebibyte = 1_048_576;
/** Leaves room for the rest of the report. */
const softwareBytes = inventoryLimits.bodyBytes - 512 * 1_024;

/** Text as the server stores it, at most `max` characters; `null` if it is empty or unknown. */
const fact = (text: string | null | undefined, max: number = inventoryLimits.nameLength): string | null => {
  const clean = withoutMisleadingSigns(text ?? '')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .trim();
  return clean === '' || clean === 'unknown' ? null : clean;
};

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Values of one key of the Windows registry. */
const registryValues = async (key: string): Promise<ReadonlyMap<string, string>> =>
  parseRegistry((await runCommand('reg', ['query', key]).catch(() => '')) ?? '')[0] ?? new Map();

interface Maker {
  readonly manufacturer: string | null;
  readonly model: string | null;
}

const readMaker = async (): Promise<Maker> => {
  if (process.platform === 'win32') {
    const bios = await registryValues('HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS');
    return { manufacturer: fact(bios.get('SystemManufacturer')), model: fact(bios.get('SystemProductName')) };
  }
  if (process.platform === 'darwin')
    return {
      manufacturer: 'Apple Inc.',
      model: fact(await runCommand('sysctl', ['-n', 'hw.model']).catch(() => undefined)),
    };
  return {
    manufacturer: fact(await readText('/sys/class/dmi/id/sys_vendor')),
    model: fact(await readText('/sys/class/dmi/id/product_name')) ?? fact(await readText('/proc/device-tree/model')),
  };
};

const readHardware = async (): Promise<InventoryReport['hardware']> => ({
  cpuModel: fact(cpus()[0]?.model),
  cpuCores: cpus().length,
  memoryMebibytes: Math.round(totalmem() / mebibyte),
  ...(await readMaker()),
});

/** The value of a line `NAME="value"` of os-release; `null` if there is none. */
const releaseValue = (text: string, name: string): string | null =>
  fact(new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.replaceAll(/^["']|["']$/g, ''));

const readSystemName = async (): Promise<{ readonly name: string | null; readonly version: string | null }> => {
  if (process.platform === 'win32') return { name: fact(systemVersion()), version: release() };
  if (process.platform === 'darwin')
    return {
      name: 'macOS',
      version: fact(await runCommand('sw_vers', ['-productVersion']).catch(() => undefined)),
    };
  const text = (await readText('/etc/os-release')) || (await readText('/usr/lib/os-release'));
  return { name: releaseValue(text, 'NAME') ?? 'Linux', version: releaseValue(text, 'VERSION_ID') };
};

const readBootTime = async (): Promise<string> => {
  const seconds = process.platform === 'linux' ? /^btime (\d+)$/m.exec(await readText('/proc/stat'))?.[1] : undefined;
  const time = seconds === undefined ? Date.now() - uptime() * 1_000 : Number(seconds) * 1_000;
  return new Date(time).toISOString();
};

const readOperatingSystem = async (): Promise<InventoryReport['operatingSystem']> => ({
  ...(await readSystemName()),
  kernel: fact(release()),
  architecture: arch(),
  bootTime: await readBootTime(),
});

/** Whether an interface is virtual: such interfaces appear and disappear with every container. */
const isTransient = (name: string): boolean => /^(veth|cali|cni|flannel|tap)/.test(name);

const readInterfaces = (): InventoryReport['interfaces'] =>
  Object.entries(networkInterfaces())
    .flatMap(([name, addresses = []]) => {
      const outside = addresses.filter(({ internal }) => !internal);
      if (outside.length === 0 || isTransient(name)) return [];
      const mac = outside[0]?.mac;
      return {
        name: fact(name) ?? 'unnamed',
        mac: mac === undefined || mac === '00:00:00:00:00:00' ? null : mac,
        addresses: outside.map(({ address }) => address.slice(0, 64)).slice(0, inventoryLimits.addresses),
      };
    })
    .slice(0, inventoryLimits.interfaces);

const driveLetters = 'CDEFGHIJKLMNOPQRSTUVWXYZ';

const listMounts = async (): Promise<readonly Mount[]> => {
  if (process.platform === 'win32')
    return [...driveLetters].map((letter) => ({ device: `${letter}:`, mount: `${letter}:\\`, fileSystem: null }));
  if (process.platform === 'darwin') return parseDf((await runCommand('df', ['-kP'])) ?? '');
  return parseMounts(await readText('/proc/self/mounts'));
};

const readDisk = async ({ mount, device, fileSystem }: Mount): Promise<InventoryReport['disks']> => {
  try {
    if (!(await stat(mount)).isDirectory()) return [];
    const { blocks, bavail, bsize } = await statfs(mount);
    return [
      {
        mount: fact(mount) ?? '/',
        device: fact(device) ?? 'none',
        fileSystem: fact(fileSystem),
        sizeBytes: blocks * bsize,
        freeBytes: bavail * bsize,
      },
    ];
  } catch {
    // Missing, or not accessible to the agent.
    return [];
  }
};

const readDisks = async (): Promise<InventoryReport['disks']> => {
  const disks = await Promise.all((await listMounts()).slice(0, inventoryLimits.disks).map(readDisk));
  return disks.flat();
};

const uninstallKeys = ['', 'WOW6432Node\\'].map(
  (view) => `HKLM\\SOFTWARE\\${view}Microsoft\\Windows\\CurrentVersion\\Uninstall`,
);

/** The output of `reg query` in UTF-8, whatever the code page of the machine; empty for a missing key. */
const queryTree = async (key: string): Promise<string> =>
  (await runCommand('cmd', ['/d', '/c', `chcp 65001>nul & reg query ${key} /s 2>nul || exit /b 0`])) ?? '';

const listSoftware = async (): Promise<ReportedSoftware[]> => {
  if (process.platform === 'win32')
    return (await Promise.all(uninstallKeys.map(queryTree))).flatMap(parseUninstallKeys);
  if (process.platform === 'darwin') {
    const output = await runCommand('system_profiler', ['SPApplicationsDataType', '-json']);
    return output === undefined ? [] : parseMacApplications(output);
  }
  const [dpkg, rpm] = [await runCommand('dpkg-query', dpkgArguments), await runCommand('rpm', rpmArguments)];
  return [...parseDpkg(dpkg ?? ''), ...parseRpm(rpm ?? '')];
};

const byName = (one: ReportedSoftware, other: ReportedSoftware): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);

/** Each program once, sorted by name, within the limits of a report. */
export const boundSoftware = (
  found: readonly ReportedSoftware[],
): Pick<InventoryReport, 'software' | 'softwareOmitted'> => {
  const clean = found.flatMap(({ name, version, publisher, source }): ReportedSoftware[] => {
    const text = fact(name);
    if (text === null) return [];
    return [
      {
        name: text,
        version: fact(version, inventoryLimits.versionLength) ?? '',
        publisher: fact(publisher),
        source,
      },
    ];
  });
  const unique = [
    ...new Map(clean.map((each) => [JSON.stringify([each.name, each.version, each.source]), each])).values(),
  ].toSorted(byName);
  let bytes = 0;
  const fits = unique.findIndex((each, index) => {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
    return index >= inventoryLimits.software || bytes > softwareBytes;
  });
  const software = fits === -1 ? unique : unique.slice(0, fits);
  return { software, softwareOmitted: unique.length - software.length };
};

/**
 * Collects the inventory of this machine, within the limits that the server accepts.
 *
 * @throws when the installed software cannot be listed.
 */
export const collectInventory = async (): Promise<InventoryReport> => ({
  hardware: await readHardware(),
  operatingSystem: await readOperatingSystem(),
  interfaces: readInterfaces(),
  disks: await readDisks(),
  ...boundSoftware(await listSoftware()),
});
