import type {
  Communication,
  CommunicationActivity,
  CommunicationActivityCreate,
  CommunicationActivityUpdate,
  CommunicationCreate,
  CommunicationUpdate,
} from '@cfs/contracts/communications';
import { communicationPartsLimit } from '@cfs/contracts/communication-enumerations';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh, useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { communicationSet } from './communication-set.ts';

export const communicationActivitySet = '/v1/workunitcommunicationactivities';

/** The `$expand` of the panel and the reports; work units only for people who may view them. */
export const useCommunicationExpand = (): string =>
  usePermissions().has('WorkUnits:view') ? 'tenant,workUnits($expand=tenant)' : 'tenant';

/** Creates a communication, or updates the one with this id; invalidates the list. Resolves with the stored row. */
export const useSaveCommunication = () => {
  const refresh = useRefresh();
  return async (values: CommunicationCreate | CommunicationUpdate, id?: string): Promise<Communication> => {
    const saved = id
      ? await api.post<Communication>(`${communicationSet}/${id}`, values)
      : await api.put<Communication>(communicationSet, values);
    await refresh(communicationSet);
    return saved;
  };
};

/** The steps of a communication, oldest first. */
export const useCommunicationActivities = (workUnitCommunicationId: string | undefined) =>
  useRows<CommunicationActivity>(
    communicationActivitySet,
    {
      filter: equals('workUnitCommunicationId', workUnitCommunicationId),
      orderBy: [{ field: 'created', direction: 'asc' }],
      top: communicationPartsLimit,
    },
    { enabled: workUnitCommunicationId !== undefined },
  );

/** Adds a step, or updates the one with this id; invalidates the steps. Resolves with the stored row. */
export const useSaveActivity = () => {
  const refresh = useRefresh();
  return async (
    values: CommunicationActivityCreate | CommunicationActivityUpdate,
    id?: string,
  ): Promise<CommunicationActivity> => {
    const saved = id
      ? await api.post<CommunicationActivity>(`${communicationActivitySet}/${id}`, values)
      : await api.put<CommunicationActivity>(communicationActivitySet, values);
    await refresh(communicationActivitySet);
    return saved;
  };
};
