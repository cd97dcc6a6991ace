import { z } from 'zod';

/** Packages on devices: what a device is to have, and what it has (docs/reference/packages.md#installations). */

/** The version that means none. */
export const noVersionId = '00000000-0000-0000-0000-000000000000';

const id = z.guid().toLowerCase();

/** The id of a version, or the empty GUID for none, which is read as null. */
const versionOrNone = z
  .union([z.literal(noVersionId), id], { error: 'Please choose a version.' })
  .transform((version) => (version === noVersionId ? null : version));

/** Body of POST /v1/deviceInstallations/{deviceId}/packages: packages that are not named stay as they are. */
export const desiredInstallations = z
  .array(
    z.object({
      packageId: id,
      deviceId: id.optional(),
      /** The empty GUID for none. */
      packageVersionId: versionOrNone,
      /** The desired version that the caller has seen: 409 if another one has been set since. */
      seenVersionId: versionOrNone.optional(),
    }),
  )
  .max(500)
  .refine(
    (items) => new Set(items.map(({ packageId }) => packageId)).size === items.length,
    'Each package may be listed only once.',
  );
export type DesiredInstallations = z.output<typeof desiredInstallations>;

/** Answer of GET /v1/devices/GetPackageInstallsWithVersions: every package that the device can have, by name. */
export const packageInstalls = z.object({
  value: z.array(
    z.object({
      installPackage: z.object({ packageId: z.guid() }),
      packageName: z.string(),
      /** A name of `installStatuses`. */
      installStatus: z.string(),
      /** The desired version; the empty GUID for none. */
      packageVersionId: z.string(),
      /** Newest first. */
      packageVersions: z.array(
        z.object({
          version: z.string(),
          packageVersionId: z.guid(),
          label: z.string(),
          packageVersionStatusId: z.string(),
        }),
      ),
      installedVersionId: z.guid().nullable(),
      installedVersion: z.string().nullable(),
      /** When the installed version was first reported. */
      installed: z.iso.datetime().nullable(),
      /** Of the download. */
      percent: z.int().nullable(),
      /** Why the last attempt failed or was rolled back. */
      detail: z.string().nullable(),
      modified: z.iso.datetime().nullable(),
    }),
  ),
});
export type PackageInstalls = z.infer<typeof packageInstalls>;
export type PackageInstall = PackageInstalls['value'][number];
