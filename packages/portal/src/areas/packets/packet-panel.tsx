import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { PacketTabs } from './packet-tabs.tsx';

export interface PacketPanelProps {
  readonly entityId: string;
  /** The entity's name, if it is known. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

/** The packets of an entity in a drawer. */
export const PacketPanel = ({ entityId, name, onClose }: PacketPanelProps) => (
  <SidePanel
    title={name ? `Packet: ${name}` : 'Packet'}
    id={entityId}
    idCopied={`Entity Id ${entityId} copied to clipboard.`}
    onClose={onClose}
  >
    <PacketTabs entityId={entityId} name={name} />
  </SidePanel>
);
