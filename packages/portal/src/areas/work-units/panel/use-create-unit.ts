import type { WorkUnit } from '@cfs/contracts/work-units';
import { useRef } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { workUnitSet } from '../work-unit-row.ts';

/**
 * Creates a unit. If the same values are sent again after a failure, for example because the response was lost, they
 * have the same idempotency key: if the unit was created, the server returns it and does not create a second one.
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
