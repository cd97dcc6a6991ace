import { rollOutCreate, rollOutStages } from '@cfs/contracts/roll-outs';
import { z } from 'zod';

/** The schema of the form, which has the stages as text: `5, 25, 100`. */
export const rollOutFormSchema = rollOutCreate.extend({
  packageId: z.string('Please choose a package.').min(1, 'Please choose a package.'),
  packageVersionId: z.guid('Please choose a version.'),
  stages: z
    .string()
    .transform((text) => text.split(/[,\s]+/).filter((part) => part !== ''))
    .transform((parts) => parts.map(Number))
    .pipe(rollOutStages),
});
