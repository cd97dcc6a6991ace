import type { IntakeFormVersion } from '@cfs/contracts/intake-forms';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { formatDate } from '../../lib/texts/dates.ts';
import { notify } from '../../lib/notify.ts';
import { readIntakeVersion, useIntakeVersions } from './intake-queries.ts';

interface IntakeVersionsProps {
  readonly tenantId: string;
  readonly onLoad: (text: string) => void;
}

const failed = 'The version could not be loaded. Please try again.';

/** The versions of a tenant's form; choosing one loads its text into the editor. */
export const IntakeVersions = ({ tenantId, onLoad }: IntakeVersionsProps) => {
  const { data: versions = [] } = useIntakeVersions(tenantId);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const load = async ({ version }: IntakeFormVersion): Promise<void> => {
    setAnchor(null);
    try {
      onLoad(await readIntakeVersion(tenantId, version));
    } catch {
      notify.error(failed);
    }
  };
  return (
    <>
      <Button
        startIcon={<HistoryIcon />}
        disabled={versions.length === 0}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Versions
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {versions.map((version) => (
          <MenuItem key={version.version} onClick={() => void load(version)}>
            <ListItemText
              primary={`Version ${version.version}${version.isCurrent ? ' (current)' : ''}`}
              secondary={`${formatDate(version.created)}, ${version.createdBy}`}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
