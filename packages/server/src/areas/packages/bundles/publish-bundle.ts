import { createHash, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { buildBundle, type BundleFile } from './build-bundle.ts';
import { fingerprintOf } from './ed25519.ts';
import { recordVersion } from './record-version.ts';
import { reserveContents } from './reserve-contents.ts';
import type { StatedManifest } from './sync-operations.ts';

const scope = { permission: 'Packages:create', shared: true } as const;

/** A small bundle that the server builds and signs. */
interface OwnBundle {
  /** Its list of files is ignored in favour of `files`. */
  readonly manifest: StatedManifest;
  readonly files: readonly BundleFile[];
  readonly label: string;
  readonly privateKey: KeyObject;
  /** Raw Ed25519 key. */
  readonly publicKey: Buffer;
}

/** Builds, signs, stores and records a bundle. Idempotent for the same content. */
export const publishBundle = async (
  { gate, contents, configuration }: Pick<Services, 'gate' | 'contents' | 'configuration'>,
  context: Context,
  tenantId: string,
  { manifest, files, label, privateKey, publicKey }: OwnBundle,
): Promise<void> => {
  const { files: _files, ...draft } = manifest;
  const { manifestText, zip } = await buildBundle(draft, files, privateKey);
  const bundle = await buffer(zip);
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  const size = bundle.length;
  await gate.write(context, scope, (db, change) =>
    reserveContents(db, change, tenantId, [{ sha256, size }], configuration.limits.packageBytesPerTenant),
  );
  await contents.put({ tenantId, sha256, size, open: () => Readable.from([bundle]) });
  await gate.write(context, scope, async (db, change) => {
    const keyFingerprint = fingerprintOf(publicKey);
    await recordVersion(db, change, tenantId, { manifest, manifestText, keyFingerprint, sha256, size, label });
  });
};
