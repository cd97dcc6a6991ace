import { lazy, Suspense } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

const MailAddressTab = lazy(async () => ({
  default: (await import('../mail-in/mail-address-tab.tsx')).MailAddressTab,
}));

interface TenantMailProps {
  readonly tenantId: string | undefined;
  readonly isReadOnly: boolean;
}

/** The mail address of a tenant, which a tenant can have once it is saved. */
export const TenantMail = ({ tenantId, isReadOnly }: TenantMailProps) =>
  tenantId === undefined ? (
    <EmptyState title="No mail address yet" hint="Save the tenant first, then give it an address." />
  ) : (
    <Suspense fallback={null}>
      <MailAddressTab tenantId={tenantId} isReadOnly={isReadOnly} />
    </Suspense>
  );
