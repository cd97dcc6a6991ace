import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import MonitorHeartIcon from '@mui/icons-material/MonitorHeartOutlined';
import PlaylistPlayIcon from '@mui/icons-material/PlaylistPlayOutlined';
import RestartIcon from '@mui/icons-material/RestartAltOutlined';
import TroubleshootIcon from '@mui/icons-material/TroubleshootOutlined';
import type { ReactNode } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { RowMenu } from '../../ui/grid/row-menu.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import type { DeviceRow } from './device-row.ts';

/** The drawers and prompts that a device's actions open. */
export interface DeviceDrawers {
  readonly editor: OpenRow;
  readonly deletion: OpenRow;
  readonly packets: OpenRow;
  readonly operations: OpenRow;
  readonly installations: OpenRow;
  readonly tracing: OpenRow;
  readonly restart: OpenRow;
  readonly logs: OpenRow;
}

interface DeviceActionsProps {
  readonly device: DeviceRow;
  readonly drawers: DeviceDrawers;
}

/** The actions of a row in the list of devices. */
export const DeviceActions = ({ device: { deviceId, name }, drawers }: DeviceActionsProps) => {
  const permissions = usePermissions();
  const mayEdit = permissions.has('Devices:edit');
  const action = (label: string, icon: ReactNode, drawer: OpenRow) => ({
    label,
    icon,
    onClick: () => drawer.open(deviceId),
  });
  return (
    <>
      <RowAction
        label={`Packets of ${name}`}
        icon={<MonitorHeartIcon />}
        onClick={() => drawers.packets.open(deviceId)}
      />
      <RowAction
        label={`Operations of ${name}`}
        icon={<PlaylistPlayIcon />}
        onClick={() => drawers.operations.open(deviceId)}
      />
      <OpenAction name={`Device ${name}`} mayEdit={mayEdit} onOpen={() => drawers.editor.open(deviceId)} />
      <RowMenu
        name={name}
        items={[
          action('Installations', <InventoryIcon />, drawers.installations),
          action('Device Logs', <ArticleIcon />, drawers.logs),
          ...(mayEdit
            ? [
                action('Toggle Tracing', <TroubleshootIcon />, drawers.tracing),
                action('Restart Agent', <RestartIcon />, drawers.restart),
              ]
            : []),
          ...(permissions.has('Devices:delete') ? [action('Delete Device', <DeleteIcon />, drawers.deletion)] : []),
        ]}
      />
    </>
  );
};
