/** A mounted file system before its size is known. */
export interface Mount {
  readonly device: string;
  readonly mount: string;
  readonly fileSystem: string | null;
}

/** Decodes the octal escapes with which the kernel writes blanks in paths. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

const withoutDevice: ReadonlySet<string> = new Set(['zfs', 'btrfs']);

/**
 * Local file systems of /proc/self/mounts, each device once by its shortest path, and the root even if it is not a
 * local device. Mounted images and in-memory file systems are left out.
 */
export const parseMounts = (text: string): Mount[] => {
  const mounts = text.split('\n').flatMap((line) => {
    const [device = '', mount = '', fileSystem = ''] = line.split(' ').map(unescaped);
    const isLocal =
      (device.startsWith('/dev/') && !device.startsWith('/dev/loop')) || withoutDevice.has(fileSystem) || mount === '/';
    return isLocal && fileSystem !== 'squashfs' ? [{ device, mount, fileSystem }] : [];
  });
  const byDevice = Map.groupBy(mounts, ({ device }) => device);
  return [...byDevice.values()].flatMap(
    (each) => each.toSorted((one, other) => one.mount.length - other.mount.length)[0] ?? [],
  );
};

/** Local file systems in the output of `df -kP`. */
export const parseDf = (text: string): Mount[] =>
  text.split('\n').flatMap((line) => {
    const [, device, mount] = /^(\/dev\/\S+)\s+\d+\s+\d+\s+\d+\s+\d+%\s+(.+)$/.exec(line) ?? [];
    return device !== undefined && mount !== undefined ? [{ device, mount, fileSystem: null }] : [];
  });
