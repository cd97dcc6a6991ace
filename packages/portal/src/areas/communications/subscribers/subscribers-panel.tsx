import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { RemoteSwitch } from './remote-switch.tsx';
import { subscriberSet } from './subscriber-columns.tsx';
import { SubscriberDeliveryList } from './subscriber-delivery-list.tsx';
import { SubscriberList } from './subscriber-list.tsx';

/**
 * The person's own subscription to the tenant's communications; for staff, also its subscribers and the mails to them.
 */
export const SubscribersPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const tenantId = useTenantId();
  const mayEdit = usePermissions().has('WorkUnitCommunications:edit');
  const refresh = useRefresh();
  const [shown, setShown] = useState<'subscribers' | 'mails'>('subscribers');
  if (!drawer.isCreating) return null;
  return (
    <SidePanel title="Subscribers" onClose={drawer.close}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 1, ...(mayEdit && { height: 1 }) }}>
        <Typography variant="body2" color="textSecondary">
          Subscribers are mailed the external report of each communication of this tenant when it is created, and when
          the parts that customers can read change.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
          <RemoteSwitch
            address={`/v1/tenants/${tenantId}/communicationsubscription`}
            field="isSubscribed"
            label="Mail the reports to me"
            onChanged={() => refresh(subscriberSet)}
          />
          {mayEdit && (
            <RemoteSwitch
              address={`/v1/tenants/${tenantId}/subscribersettings`}
              field="allowsVisitors"
              label="Visitors may subscribe"
            />
          )}
        </Box>
        {mayEdit && (
          <>
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="Shown"
              value={shown}
              onChange={(_, chosen: typeof shown | null) => chosen && setShown(chosen)}
              sx={{ alignSelf: 'flex-start' }}
            >
              <ToggleButton value="subscribers">Subscribers</ToggleButton>
              <ToggleButton value="mails">Mails sent</ToggleButton>
            </ToggleButtonGroup>
            <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 3 }}>
              {shown === 'subscribers' ? (
                <SubscriberList tenantId={tenantId} />
              ) : (
                <SubscriberDeliveryList tenantId={tenantId} />
              )}
            </Box>
          </>
        )}
      </Box>
    </SidePanel>
  );
};
