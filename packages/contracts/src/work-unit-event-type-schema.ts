import { z } from 'zod';
import { workUnitEventTypes, type WorkUnitEventType } from './work-unit-enumerations.ts';

/** An event by name or number. */
export const workUnitEventTypeSchema = z.preprocess(
  (value) =>
    typeof value === 'number' ? Object.entries(workUnitEventTypes).find(([, number]) => number === value)?.[0] : value,
  z.enum(Object.keys(workUnitEventTypes) as WorkUnitEventType[], { error: 'Please choose an event.' }),
);
