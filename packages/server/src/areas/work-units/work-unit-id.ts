import { z } from 'zod';

const workUnitId = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be the number of a work unit.')
  .transform(Number);

/** The unit in the path of a route: `/v1/workunits/{workUnitId}`. */
export const workUnitPathSchema = z.object({ workUnitId });

/** The unit in the parameter of an OData function: `X(workUnitId=1)`. */
export const workUnitQuerySchema = z.object({ '@workUnitId': workUnitId });
