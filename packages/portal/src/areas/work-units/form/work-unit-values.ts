import { workUnitFields, type workUnitSchema, type WorkUnitFields } from '@cfs/contracts/work-units';
import type { z } from 'zod';
import type { WorkUnitRow } from '../work-unit-row.ts';

export type WorkUnitFormValues = z.input<typeof workUnitSchema>;

const names = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

/** Returns the fields of a unit that its form holds, in the format of the API. */
export const valuesOf = (workUnit: WorkUnitRow): WorkUnitFormValues =>
  Object.fromEntries(names.map((name) => [name, workUnit[name]])) as WorkUnitFormValues;
