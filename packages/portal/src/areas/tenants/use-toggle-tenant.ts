import type { Tenant } from '@cfs/contracts/tenants';
import type { Toggle } from '@cfs/contracts/toggle';
import { useCallback } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { tenantSet } from './tenant-queries.ts';

const questionOf = ({ name, enabled }: Tenant) =>
  enabled
    ? {
        title: 'Disable Tenant',
        text: `Disable ${name}? Its tokens stop working until it is enabled again. Its data is kept.`,
        yes: 'Disable',
        no: 'Cancel',
        isDestructive: true,
      }
    : {
        title: 'Enable Tenant',
        text: `Enable ${name}? Its tokens work again immediately.`,
        yes: 'Enable',
        no: 'Cancel',
      };

/** Enables a disabled tenant or disables an enabled one after a confirmation. */
export const useToggleTenant = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return useCallback(
    async (tenant: Tenant): Promise<void> => {
      if ((await ask(questionOf(tenant))) === undefined) return;
      try {
        const body: Toggle = { enabled: !tenant.enabled };
        await api.post(`${tenantSet}/toggledisabled/${tenant.tenantId}`, body);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        notify.error('Unable to save tenant, please try again.');
      } finally {
        await refresh(tenantSet, 'lookup');
      }
    },
    [ask, refresh],
  );
};
