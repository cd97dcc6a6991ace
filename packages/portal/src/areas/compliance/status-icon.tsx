import type { ControlStatusName } from '@cfs/contracts/control-statuses';
import CompliantIcon from '@mui/icons-material/CheckCircleOutlined';
import NonCompliantIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ExemptIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import PoamIcon from '@mui/icons-material/EventNoteOutlined';
import NotsetIcon from '@mui/icons-material/RadioButtonUnchecked';

const icons = {
  Notset: NotsetIcon,
  Compliant: CompliantIcon,
  NonCompliant: NonCompliantIcon,
  Poam: PoamIcon,
  Exempt: ExemptIcon,
} as const;

/** The icon of a status, so that the status is never shown by colour alone. */
export const StatusIcon = ({ status }: { readonly status: ControlStatusName }) => {
  const Icon = icons[status];
  return <Icon aria-hidden style={{ fontSize: 16 }} />;
};
