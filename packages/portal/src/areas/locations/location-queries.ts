import type { Location, LocationCreate, LocationUpdate } from '@cfs/contracts/locations';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';

export const locationSet = '/v1/locations';

/** Creates a location, or updates the one with this id; invalidates lists and lookups. Resolves with the stored row. */
export const useSaveLocation = () => {
  const refresh = useRefresh();
  return async (values: LocationCreate | LocationUpdate, locationId?: string): Promise<Location> => {
    const saved = locationId
      ? await api.post<Location>(`${locationSet}/${locationId}`, values)
      : await api.put<Location>(locationSet, values);
    await refresh(locationSet, 'lookup');
    return saved;
  };
};
