import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import type { LocationInput, LocationRow } from './location.ts';

export const locationSet = '/v1/locations';

/** Creates or updates a location, then lets every list of locations ask again. Answers the location as stored. */
export const useSaveLocation = () => {
  const refresh = useRefresh();
  return async (values: LocationInput, known?: LocationRow): Promise<LocationRow> => {
    const saved = known
      ? await api.post<LocationRow>(`${locationSet}/${known.locationId}`, { ...values, modified: known.modified })
      : await api.put<LocationRow>(locationSet, values);
    await refresh(locationSet, 'lookup');
    return saved;
  };
};
