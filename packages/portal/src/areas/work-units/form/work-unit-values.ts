import { workUnitFields, type workUnitSchema, type WorkUnitFields } from '@cfs/contracts/work-units';
import type { z } from 'zod';
import type { WorkUnitRow } from '../work-unit-row.ts';

export type WorkUnitFormValues = z.input<typeof workUnitSchema>;

const names = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

/** The fields of a unit that its form holds, as they travel. */
export const valuesOf = (workUnit: WorkUnitRow): WorkUnitFormValues =>
  Object.fromEntries(names.map((name) => [name, workUnit[name]])) as WorkUnitFormValues;
