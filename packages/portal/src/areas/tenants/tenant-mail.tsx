import { Suspense } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const MailAddressTab = lazyPart(async () => (await import('../mail-in/mail-address-tab.tsx')).MailAddressTab);

interface TenantMailProps {
  readonly tenantId: string | undefined;
  readonly isReadOnly: boolean;
}

/** The mail address of a tenant, available once the tenant is saved. */
export const TenantMail = ({ tenantId, isReadOnly }: TenantMailProps) =>
  tenantId === undefined ? (
    <EmptyState title="No mail address yet" hint="Save the tenant first, then give it an address." />
  ) : (
    <Suspense fallback={null}>
      <MailAddressTab tenantId={tenantId} isReadOnly={isReadOnly} />
    </Suspense>
  );
