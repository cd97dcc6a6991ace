import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { useOpenRow, type OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { protocolSet, type ProtocolRow } from '../protocol-row.ts';
import { ProtocolActionDrawer } from './protocol-action-drawer.tsx';
import { ProtocolActionList } from './protocol-action-list.tsx';
import { useProtocolActions } from './protocol-action-queries.ts';

const ActionsOfProtocol = ({ protocol }: { readonly protocol: ProtocolRow }) => {
  const mayEdit = usePermissions().on(protocol).has('WorkUnits.Protocols:edit');
  const [, patch] = useAddressQuery();
  const drawer = useOpenRow('action', mayEdit);
  const actions = useProtocolActions(protocol.protocolId);
  return (
    <SidePanel
      title={`Protocol Actions: ${protocol.name}`}
      id={protocol.protocolId}
      onClose={() => patch({ actions: undefined, action: undefined })}
      footer={
        mayEdit && (
          <Button variant="contained" startIcon={<AddIcon />} sx={{ ml: 'auto' }} onClick={drawer.create}>
            Create
          </Button>
        )
      }
    >
      <QueryResult query={actions}>
        {(rows) => (
          <ProtocolActionList protocolId={protocol.protocolId} actions={rows} mayEdit={mayEdit} onOpen={drawer.open} />
        )}
      </QueryResult>
      <ProtocolActionDrawer drawer={drawer} protocol={protocol} />
    </SidePanel>
  );
};

/** The actions of the protocol in the URL. */
export const ProtocolActionsPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const protocol = useOpenedRow<ProtocolRow>(protocolSet, equals('protocolId', drawer.openId));
  return drawer.openId && protocol ? <ActionsOfProtocol key={protocol.protocolId} protocol={protocol} /> : null;
};
