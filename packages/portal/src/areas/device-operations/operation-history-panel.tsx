import { useAddressQuery } from '../../lib/address-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { EntityHistory } from '../packets/entity-history.tsx';
import { EntityLogs } from '../packets/entity-logs.tsx';
import { deviceOperationSet, type DeviceOperationRow } from './device-operation-row.ts';
import { OperationRunList } from './operation-run-list.tsx';

/** The runs, values and logs of the device operation in the URL. */
export const OperationHistoryPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const row = useOpenedRow<DeviceOperationRow>(deviceOperationSet, equals('deviceOperationId', drawer.openId));
  const [query, patch] = useAddressQuery();
  if (!drawer.openId || !row) return null;
  const { deviceOperationId, label } = row;
  return (
    <SidePanel
      title={`Runs: ${label}`}
      id={deviceOperationId}
      onClose={() => patch({ runs: undefined, tab: undefined })}
    >
      <PanelTabs
        label="Runs"
        value={query['tab']}
        onChange={(tab) => patch({ tab }, { replace: true })}
        tabs={[
          { key: 'runs', label: 'Runs', content: <OperationRunList deviceOperationId={deviceOperationId} /> },
          { key: 'values', label: 'Values', content: <EntityHistory entityId={deviceOperationId} label={label} /> },
          {
            key: 'logs',
            label: 'Operation Logs',
            content: (
              <EntityLogs entityId={deviceOperationId} path={`${deviceOperationSet}/${deviceOperationId}/logs`} />
            ),
          },
        ]}
      />
    </SidePanel>
  );
};
