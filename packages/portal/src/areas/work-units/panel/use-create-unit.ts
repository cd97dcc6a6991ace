import type { WorkUnit } from '@cfs/contracts/work-units';
import { useRef } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { workUnitSet } from '../work-unit-row.ts';

/**
 * Makes a unit. The same values once more after a failure, as when the answer was lost, carry the same idempotency key: a
 * unit that was made is answered, and no second one is made.
 */
export const useCreateUnit = () => {
  const failed = useRef<{ readonly values: string; readonly idempotencyKey: string }>(undefined);
  return async (given: object): Promise<WorkUnit> => {
    const values = JSON.stringify(given);
    if (failed.current?.values !== values) failed.current = { values, idempotencyKey: crypto.randomUUID() };
    const { idempotencyKey } = failed.current;
    const saved = await api.put<WorkUnit>(workUnitSet, { ...given, idempotencyKey });
    failed.current = undefined;
    return saved;
  };
};
