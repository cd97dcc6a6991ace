import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface AutoRefreshProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The switch for the automatic refresh of the list. */
export const AutoRefresh = ({ isOn, onChange }: AutoRefreshProps) => (
  <FormControlLabel
    label="Auto-refresh"
    slotProps={{ typography: { variant: 'body2' } }}
    control={<Switch size="small" checked={isOn} onChange={(_, isChecked) => onChange(isChecked)} />}
  />
);
