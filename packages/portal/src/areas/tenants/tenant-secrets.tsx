import { lazy, Suspense } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

const SecretsTab = lazy(async () => ({ default: (await import('../secrets/secrets-tab.tsx')).SecretsTab }));

/** The secrets of a tenant, which a tenant has once it is saved. */
export const TenantSecrets = ({ tenantId }: { readonly tenantId: string | undefined }) =>
  tenantId === undefined ? (
    <EmptyState title="No secrets yet" hint="Save the tenant first, then add its secrets." />
  ) : (
    <Suspense fallback={null}>
      <SecretsTab tenantId={tenantId} />
    </Suspense>
  );
