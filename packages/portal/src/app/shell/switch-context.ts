import { shellTexts } from '@cfs/contracts/shell-texts';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { pathInTenant } from '../../lib/tenant/tenant-address.ts';

/** A tenant and one of its subscriptions, if any. */
export interface ChosenContext {
  readonly tenant: string;
  readonly subscriptionId: string | null;
}

/** The current URL in another tenant, with its query. */
export const addressInTenant = (tenantId: string): string =>
  pathInTenant(window.location.pathname, tenantId) + window.location.search;

/** Stores the context on the server and reloads the page in its tenant. */
export const switchContext = async (context: ChosenContext): Promise<void> => {
  try {
    await api.post(`/v1/tenantSubscriptionContext/${context.tenant}`, context);
    window.location.assign(addressInTenant(context.tenant));
    if (pathInTenant(window.location.pathname, context.tenant) === window.location.pathname) window.location.reload();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    notify.error(shellTexts.contextFailed);
  }
};
