import { z } from 'zod';

const workUnitId = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be the number of a work unit.')
  .transform(Number);

/** The unit that an address names: `/v1/workunits/{workUnitId}`. */
export const workUnitPathSchema = z.object({ workUnitId });

/** The unit that a function names: `X(workUnitId=1)`. */
export const workUnitQuerySchema = z.object({ '@workUnitId': workUnitId });
