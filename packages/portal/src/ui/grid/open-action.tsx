import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { RowAction } from './row-action.tsx';

interface OpenActionProps {
  /** The row's name, with its kind where the label has one: "Device web-01". */
  readonly name: string;
  readonly mayEdit: boolean;
  readonly onOpen: () => void;
}

/** Opens a row: to edit it, or only to view it. */
export const OpenAction = ({ name, mayEdit, onOpen }: OpenActionProps) => (
  <RowAction
    label={`${mayEdit ? 'Edit' : 'View'} ${name}`}
    icon={mayEdit ? <EditIcon /> : <VisibilityIcon />}
    onClick={onOpen}
  />
);
