import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpus, totalmem } from 'node:os';
import { inventoryReport, type InventoryReport } from '@cfs/contracts/agent-inventory';
import { inventoryLimits } from '@cfs/contracts/inventory';
import { describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { ServerError } from '../server-client.ts';
import { boundSoftware, collectInventory } from './collect-inventory.ts';
import { parseDf, parseMounts } from './parse-disks.ts';
import { parseDpkg, parseMacApplications, parseRpm, parseUninstallKeys } from './parse-software.ts';
import { reportInventory, type InventoryTimes } from './report-inventory.ts';

describe.runIf(process.platform === 'linux')('the inventory of this machine', () => {
  it('is valid for the schema of the server', async () => {
    const report = await collectInventory();
    expect(inventoryReport.parse(report)).toEqual(report);
    expect(report.hardware).toMatchObject({
      cpuCores: cpus().length,
      memoryMebibytes: Math.round(totalmem() / 1_048_576),
    });
    expect(report.operatingSystem.kernel).toBe(execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim());
    expect(Date.parse(report.operatingSystem.bootTime ?? '')).toBeLessThan(Date.now());
    expect(report.disks.map(({ mount }) => mount)).toContain('/');
  });

  it('has every installed package that dpkg lists', async () => {
    const { software } = await collectInventory();
    const listed = execFileSync('dpkg', ['-l'], { encoding: 'utf8', env: { ...process.env, COLUMNS: '400' } })
      .split('\n')
      .filter((line) => line.startsWith('ii '))
      .map((line) => line.split(/\s+/)[1]?.replace(/:\w+$/, ''));
    const found = software.filter(({ source }) => source === 'Dpkg').map(({ name }) => name);
    expect(new Set(found)).toEqual(new Set(listed));
  });
});

describe('the software list', () => {
  it('contains installed dpkg packages, without epochs and mail addresses', () => {
    expect(
      parseDpkg(
        'ii \topenssl\t3.0.13-1~deb12u1\tDebian OpenSSL Team <openssl@example.org>\n' +
          'ii \tvim\t2:9.0.1378-2\t\nrc \tgone\t1.0\tDebian <x@example.org>\nun \tnever\t\t\n',
      ),
    ).toEqual([
      { name: 'openssl', version: '3.0.13-1~deb12u1', publisher: 'Debian OpenSSL Team', source: 'Dpkg' },
      { name: 'vim', version: '9.0.1378-2', publisher: null, source: 'Dpkg' },
    ]);
  });

  it('contains rpm packages, but no keys', () => {
    expect(
      parseRpm('openssl-libs\t3.0.7-27.el9\tRed Hat, Inc.\ngpg-pubkey\tfd431d51-4ae0493b\t(none)\nown\t1-1\t(none)\n'),
    ).toEqual([
      { name: 'openssl-libs', version: '3.0.7-27.el9', publisher: 'Red Hat, Inc.', source: 'Rpm' },
      { name: 'own', version: '1-1', publisher: null, source: 'Rpm' },
    ]);
  });

  it('contains the programs that Windows shows to users', () => {
    const output = [
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\7-Zip',
      '    DisplayName    REG_SZ    7-Zip 23.01 (x64)',
      '    DisplayVersion    REG_SZ    23.01',
      '    Publisher    REG_SZ    Igor Pavlov',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Part',
      '    DisplayName    REG_SZ    Part of another',
      '    SystemComponent    REG_DWORD    0x1',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Nameless',
      '    NoModify    REG_DWORD    0x1',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Bare',
      '    DisplayName    REG_SZ    Bare',
      '',
    ].join('\r\n');
    expect(parseUninstallKeys(output)).toEqual([
      { name: '7-Zip 23.01 (x64)', version: '23.01', publisher: 'Igor Pavlov', source: 'WindowsRegistry' },
      { name: 'Bare', version: '', publisher: null, source: 'WindowsRegistry' },
    ]);
  });

  it('contains macOS applications with their signer', () => {
    const output = JSON.stringify({
      SPApplicationsDataType: [
        { _name: 'Safari', version: '17.3', signed_by: ['Software Signing', 'Apple Root CA'] },
        { _name: 'Own' },
        { version: '1' },
      ],
    });
    expect(parseMacApplications(output)).toEqual([
      { name: 'Safari', version: '17.3', publisher: 'Software Signing', source: 'MacOs' },
      { name: 'Own', version: '', publisher: null, source: 'MacOs' },
    ]);
  });

  it('is cut to the limits of the server, and counts what is omitted', () => {
    const many = Array.from({ length: inventoryLimits.software + 10 }, (_, index) => ({
      name: `${'ø'.repeat(300)}${index}`,
      version: '1'.repeat(300),
      publisher: 'x\0'.repeat(300),
      source: 'Dpkg' as const,
    }));
    const distinct = many.map((each, index) => ({ ...each, name: `${index} ${each.name}` }));
    const bound = boundSoftware([...distinct, ...distinct]);
    expect(bound.software.length + bound.softwareOmitted).toBe(distinct.length);
    expect(Buffer.byteLength(JSON.stringify(bound.software))).toBeLessThan(inventoryLimits.bodyBytes - 400_000);
    expect(inventoryReport.shape.software.safeParse(bound.software).success).toBe(true);
    // The server removes characters that disguise a name, and refuses a report with an empty one.
    for (const name of ['\0 ', '\u202e\u200f', '\x01'])
      expect(boundSoftware([{ name, version: '', publisher: null, source: 'Rpm' }]).software).toEqual([]);
  });
});

describe('the disk list', () => {
  it('contains each local device of Linux once', () => {
    const text = [
      'overlay / overlay rw 0 0',
      'proc /proc proc rw 0 0',
      '/dev/sda1 /data\\040one/below ext4 rw 0 0',
      '/dev/sda1 /data\\040one ext4 rw 0 0',
      '/dev/loop3 /snap/core squashfs ro 0 0',
      'tank/home /home zfs rw 0 0',
      'server:/share /mnt nfs4 rw 0 0',
      '',
    ].join('\n');
    expect(parseMounts(text)).toEqual([
      { device: 'overlay', mount: '/', fileSystem: 'overlay' },
      { device: '/dev/sda1', mount: '/data one', fileSystem: 'ext4' },
      { device: 'tank/home', mount: '/home', fileSystem: 'zfs' },
    ]);
  });

  it('contains local devices of macOS', () => {
    const text = [
      'Filesystem 1024-blocks Used Available Capacity Mounted on',
      '/dev/disk3s1s1 482797652 9323512 196742012 5% /',
      'devfs 200 200 0 100% /dev',
      '/dev/disk5 100 50 50 50% /Volumes/With Blank',
    ].join('\n');
    expect(parseDf(text).map(({ mount }) => mount)).toEqual(['/', '/Volumes/With Blank']);
  });
});

describe('reporting', () => {
  const base: InventoryReport = {
    hardware: { cpuModel: null, cpuCores: 1, memoryMebibytes: 1, manufacturer: null, model: null },
    operatingSystem: { name: 'Linux', version: null, kernel: null, architecture: null, bootTime: null },
    interfaces: [],
    disks: [{ mount: '/', device: 'a', fileSystem: null, sizeBytes: 2, freeBytes: 1 }],
    software: [],
    softwareOmitted: 0,
  };
  const freeing = (freeBytes: number): InventoryReport => ({
    ...base,
    disks: base.disks.map((disk) => ({ ...disk, freeBytes })),
  });
  const changed: InventoryReport = { ...base, software: [{ name: 'a', version: '1', publisher: null, source: 'Rpm' }] };
  const withoutWaits: InventoryTimes = { first: 0, look: 0, repeat: 3_600_000, failed: 0 };

  /** Reports the machines in turn; resolves with the reports sent. */
  const sentOf = async (
    machines: readonly (InventoryReport | Error)[],
    answers: readonly (Error | undefined)[] = [],
    times = withoutWaits,
  ): Promise<unknown[]> => {
    const ending = new AbortController();
    const sent: unknown[] = [];
    const [left, replies] = [[...machines], [...answers]];
    await reportInventory({
      log: createLog(() => undefined),
      signal: ending.signal,
      times,
      collect: async () => {
        const machine = left.shift();
        if (machine === undefined) ending.abort();
        if (machine instanceof Error) throw machine;
        return machine ?? base;
      },
      session: {
        signIn: () => Promise.resolve('promoted'),
        download: () => Promise.reject(new Error('no download')),
        call: async ({ path, body }) => {
          expect(path).toBe('/v1/agents/inventory');
          const reply = replies.shift();
          if (reply) throw reply;
          sent.push(body);
          return { status: 204, etag: undefined, body: randomUUID() };
        },
      },
    });
    return sent;
  };

  it('sends an inventory only if it has changed, regardless of free disk space', async () => {
    expect(await sentOf([base, freeing(5), changed, changed])).toEqual([base, changed]);
  });

  it('sends an unchanged inventory again after the repeat time', async () => {
    expect(await sentOf([base, base], [], { ...withoutWaits, repeat: 0 })).toEqual([base, base]);
  });

  it('continues after failures of the machine and of the server, also of one without inventories', async () => {
    const refusals = [new ServerError(404, 'not found'), new ServerError(503, 'busy', 1)];
    expect(await sentOf([new Error('dpkg is locked'), base, base, base], refusals)).toEqual([base]);
  });
});
