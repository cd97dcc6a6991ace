import { Suspense } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const SecretsTab = lazyPart(async () => (await import('../secrets/secrets-tab.tsx')).SecretsTab);

/** The secrets of a tenant, available once the tenant is saved. */
export const TenantSecrets = ({ tenantId }: { readonly tenantId: string | undefined }) =>
  tenantId === undefined ? (
    <EmptyState title="No secrets yet" hint="Save the tenant first, then add its secrets." />
  ) : (
    <Suspense fallback={null}>
      <SecretsTab tenantId={tenantId} />
    </Suspense>
  );
