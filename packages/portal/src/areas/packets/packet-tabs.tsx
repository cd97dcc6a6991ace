import { useAddressQuery } from '../../lib/address-query.ts';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { RuleMatchList } from '../rules/rule-match-list.tsx';
import { EntityHistory } from './entity-history.tsx';
import { EntityLogs } from './entity-logs.tsx';
import { useLatestPacket } from './latest-packets.ts';
import { PacketDetails } from './packet-details.tsx';

interface PacketTabsProps {
  readonly entityId: string;
  /** The entity's name, if it is known. */
  readonly name: string | undefined;
}

/** The latest packet, rule matches, history and logs of an entity; the open tab is kept in the URL. */
export const PacketTabs = ({ entityId, name }: PacketTabsProps) => {
  const [query, patch] = useAddressQuery();
  const { data } = useLatestPacket(entityId);
  const [packet] = data ?? [];
  const history = (
    <EntityHistory entityId={entityId} label={packet?.valueName ?? name ?? 'Value'} unit={packet?.unit ?? undefined} />
  );
  return (
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
        { key: 'history', label: 'History', content: history },
        { key: 'logs', label: 'Logs', content: <EntityLogs entityId={entityId} /> },
      ]}
    />
  );
};
