import { useListScreen, type ListScreenState } from '../../ui/list/use-list-screen.ts';
import { communicationColumns } from './communication-columns.tsx';
import { communicationSet } from './communication-set.ts';
import type { CommunicationRow } from './communication-row.ts';

/** The list of communications, newest first. */
export const useCommunicationList = (): ListScreenState<CommunicationRow> =>
  useListScreen<CommunicationRow>({
    name: 'workunitcommunications',
    set: communicationSet,
    columns: communicationColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    expand: 'tenant',
  });
