import { packageManifestSchema } from '@cfs/contracts/package-manifest';
import type { z } from 'zod';
import { keyPairOf } from '../../areas/packages/bundles/ed25519.ts';
import { publishBundle } from '../../areas/packages/bundles/publish-bundle.ts';
import { createPublisherKey } from '../../areas/packages/publisher-keys/write-publisher-keys.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** A manifest without version and files. */
type Draft = Omit<z.input<typeof packageManifestSchema>, 'version' | 'files'>;

interface DemoPackage {
  readonly manifest: Draft;
  readonly script: string;
  /** Versions with their labels, in the order of their uploads. */
  readonly versions: readonly (readonly [version: string, label: string])[];
}

const executable = { name: 'run.sh', type: 'Script' } as const;

const demoPackages: readonly DemoPackage[] = [
  {
    manifest: {
      name: 'Disk Watcher',
      type: 'Watcher',
      description: 'Reports the free space of disks.',
      operatingSystems: ['LinuxX64', 'OsxX64'],
      executable,
      operations: [
        {
          name: 'Free Space',
          description: 'Free space of a disk in percent.',
          operationType: 'Metric',
          resultType: 'Numeric',
          frequencies: ['Recurring', 'OnDemand'],
          parameters: [{ Name: 'Path', Description: 'A path on the disk.', Required: true, DefaultValue: '/' }],
        },
      ],
    },
    script: '#!/bin/sh\ndf -P "${PATH_OF_DISK:-/}" | awk \'NR == 2 { print 100 - $5 }\'\n',
    versions: [
      ['1.0.0', 'First release'],
      ['1.1.0', 'Reads paths with blanks'],
      ['1.2.0', 'Current release'],
      ['2.0.0-rc.1', 'Preview: inodes'],
    ],
  },
  {
    manifest: {
      name: 'Backup Probe',
      type: 'Command',
      description: 'Tells how old the newest backup is.',
      operatingSystems: ['LinuxX64'],
      executable,
      operations: [
        {
          name: 'Backup Age',
          description: 'Hours since the newest backup was written.',
          operationType: 'LocalFileRead',
          resultType: 'Numeric',
          frequencies: ['Recurring'],
          defaultInterval: '01:00:00',
          parameters: [{ Name: 'Directory', Description: 'Where backups are written.', Required: true }],
        },
      ],
    },
    script: '#!/bin/sh\necho 1\n',
    versions: [
      ['0.9.0', 'Trial'],
      ['1.0.0', 'First release'],
    ],
  },
];

/**
 * Publishes the packages of a tenant, signed with a demo key, and adds the key as a publisher key. The key comes last:
 * if it exists, so do the packages.
 */
export async function createPackages(services: Services, context: Context, tenantId: string): Promise<void> {
  const keys = keyPairOf(services.keys.keyFor('product key', 'demo publisher', tenantId));
  for (const { manifest, script, versions } of demoPackages)
    for (const [version, label] of versions)
      await publishBundle(services, context, tenantId, {
        manifest: packageManifestSchema.parse({ ...manifest, version, files: [{ path: executable.name, ...noBytes }] }),
        files: [{ path: executable.name, content: Buffer.from(script) }],
        label,
        ...keys,
      });
  const publicKey = keys.publicKey.toString('base64url');
  await createPublisherKey(services, context, { name: 'Demo publisher', publicKey, tenantId });
}

/** Placeholders; `publishBundle` writes the actual values into the manifest of the bundle. */
const noBytes = { sha256: '0'.repeat(64), size: 0 };
