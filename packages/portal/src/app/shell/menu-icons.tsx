import AdminPanelIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import ApprovalIcon from '@mui/icons-material/FactCheckOutlined';
import AssignmentIcon from '@mui/icons-material/AssignmentOutlined';
import BoltIcon from '@mui/icons-material/BoltOutlined';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import DevicesIcon from '@mui/icons-material/DnsOutlined';
import GridViewIcon from '@mui/icons-material/GridViewOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import TimerIcon from '@mui/icons-material/TimerOutlined';
import MoveToInboxIcon from '@mui/icons-material/MoveToInboxOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PendingIcon from '@mui/icons-material/PendingActionsOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import ReportIcon from '@mui/icons-material/SummarizeOutlined';
import RouteIcon from '@mui/icons-material/RouteOutlined';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import SensorsIcon from '@mui/icons-material/SensorsOutlined';
import TuneIcon from '@mui/icons-material/TuneOutlined';
import type { ComponentType } from 'react';
import type { MenuIcon } from './menu.ts';

export const menuIcons: Readonly<Record<MenuIcon, ComponentType<{ fontSize?: 'small' }>>> = {
  'work-units': AssignmentIcon,
  'change-calendar': CalendarIcon,
  communications: CampaignIcon,
  devices: DevicesIcon,
  blocks: GridViewIcon,
  rules: RuleIcon,
  compliance: ApprovalIcon,
  tenants: BusinessIcon,
  locations: PlaceIcon,
  packages: InventoryIcon,
  protocols: RouteIcon,
  actions: BoltIcon,
  'pending-devices': PendingIcon,
  'metric-sources': SensorsIcon,
  tokens: KeyIcon,
  settings: TuneIcon,
  'version-report': ReportIcon,
  access: AdminPanelIcon,
  outbox: OutboxIcon,
  'received-mails': MoveToInboxIcon,
  'service-levels': TimerIcon,
};
