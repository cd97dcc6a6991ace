import { packageLimits } from '@cfs/contracts/packages';
import { requiredText } from '@cfs/contracts/text';
import { z } from 'zod';

/** The largest bundle that the server accepts, in bytes. */
const bundleBytes = 500 * 1024 * 1024;

/** The form of an upload. */
export const uploadFormSchema = z.object({
  label: requiredText(packageLimits.labelLength, 'Label is required'),
  /** `null` for a package of all tenants. */
  tenantId: z.guid().nullish(),
  file: z
    .instanceof(File, { error: 'File is required' })
    .refine((file) => file.size <= bundleBytes, `A bundle has at most ${bundleBytes / 1024 ** 2} MiB.`),
});
