import { useAddressQuery } from '../../lib/address-query.ts';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { RuleMatchList } from '../rules/rule-match-list.tsx';
import { EntityHistory } from './entity-history.tsx';
import { EntityLogs } from './entity-logs.tsx';
import { PacketDetails } from './packet-details.tsx';

export interface PacketPanelProps {
  readonly entityId: string;
  /** The entity's name, where it is known. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

/** What an entity reported last and before; the open tab is kept in the address. */
export const PacketPanel = ({ entityId, name, onClose }: PacketPanelProps) => {
  const [query, patch] = useAddressQuery();
  return (
    <SidePanel
      title={name ? `Packet: ${name}` : 'Packet'}
      id={entityId}
      idCopied={`Entity Id ${entityId} copied to clipboard.`}
      onClose={onClose}
    >
      <PanelTabs
        label="Packet"
        value={query['tab']}
        onChange={(tab) => patch({ tab }, { replace: true })}
        tabs={[
          { key: 'details', label: 'Details', content: <PacketDetails entityId={entityId} /> },
          {
            key: 'matches',
            label: 'Rule Matches',
            content: <RuleMatchList filter={`subjectId eq ${entityId}`} about={{ entityId }} />,
          },
          { key: 'history', label: 'History', content: <EntityHistory entityId={entityId} label={name ?? 'Value'} /> },
          { key: 'logs', label: 'Logs', content: <EntityLogs entityId={entityId} /> },
        ]}
      />
    </SidePanel>
  );
};
