import { Suspense } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const StatusPageTab = lazyPart(
  async () => (await import('../communications/status-pages/status-page-tab.tsx')).StatusPageTab,
);

interface TenantStatusPageProps {
  readonly tenantId: string | undefined;
  readonly isReadOnly: boolean;
}

/** The status page of a tenant, available once the tenant is saved. */
export const TenantStatusPage = ({ tenantId, isReadOnly }: TenantStatusPageProps) =>
  tenantId === undefined ? (
    <EmptyState title="No status page yet" hint="Save the tenant first, then publish its status page." />
  ) : (
    <Suspense fallback={null}>
      <StatusPageTab tenantId={tenantId} isReadOnly={isReadOnly} />
    </Suspense>
  );
