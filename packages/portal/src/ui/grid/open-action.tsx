import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { RowAction } from './row-action.tsx';

interface OpenActionProps {
  /** The name for the label, such as "Device web-01". */
  readonly name: string;
  readonly mayEdit: boolean;
  readonly onOpen: () => void;
}

/** Opens a row for editing or viewing. */
export const OpenAction = ({ name, mayEdit, onOpen }: OpenActionProps) => (
  <RowAction
    label={`${mayEdit ? 'Edit' : 'View'} ${name}`}
    icon={mayEdit ? <EditIcon /> : <VisibilityIcon />}
    onClick={onOpen}
  />
);
