import { communicationStatusLabels, communicationStatusNames } from '@cfs/contracts/communication-enumerations';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTenants } from '../../../lib/lookups.ts';
import {
  emptyLegacyFilters,
  legacySpans,
  reversedSpans,
  type LegacyFilters,
  type LegacySpan,
} from './legacy-filters.ts';

type Name = keyof LegacyFilters;
type Change = (name: Name, value: string) => void;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    label={label}
    // The value may be a tenant of the URL that the person may not see, or whose name is still loading.
    value={options.some(([option]) => option === value) ? value : ''}
    onChange={(event) => onChange(event.target.value)}
    sx={{ width: { xs: 1, sm: 216 } }}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    <MenuItem value="">All</MenuItem>
    {options.map(([option, text]) => (
      <MenuItem key={option} value={option}>
        {text}
      </MenuItem>
    ))}
  </TextField>
);

interface SpanProps {
  readonly path: LegacySpan;
  readonly label: string;
  readonly filters: LegacyFilters;
  readonly isReversed: boolean;
  readonly onChange: Change;
}

const Span = ({ path, label, filters, isReversed, onChange }: SpanProps) => (
  <Box
    role="group"
    aria-label={label}
    sx={{
      display: 'flex',
      flexDirection: { xs: 'column', sm: 'row' },
      gap: { xs: 3, sm: 2 },
      width: { xs: 1, sm: 'auto' },
    }}
  >
    {(['Start', 'End'] as const).map((bound) => (
      <TextField
        key={bound}
        type="datetime-local"
        label={`${label} ${bound}`}
        value={filters[`${path}${bound}`]}
        onChange={(event) => onChange(`${path}${bound}`, event.target.value)}
        error={isReversed && bound === 'End'}
        helperText={isReversed && bound === 'End' ? 'Must not be before the start.' : undefined}
        sx={{ width: { xs: 1, sm: 216 } }}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '2022-01-01T00:00', max: '9999-12-31T23:59' } }}
      />
    ))}
  </Box>
);

interface LegacyFilterFormProps {
  /** The filters of the list. */
  readonly applied: LegacyFilters;
  readonly onApply: (filters: LegacyFilters) => void;
}

/**
 * The filters of the old list of communications, each with its own field. They are applied together. In a narrow window
 * they are collapsed, because they would leave no space for the list.
 */
export const LegacyFilterForm = ({ applied, onApply }: LegacyFilterFormProps) => {
  const [filters, setFilters] = useState(applied);
  const [isChecked, setChecked] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const tenants = useTenants();
  const reversed = reversedSpans(filters);
  const change: Change = (name, value) => setFilters((before) => ({ ...before, [name]: value }));
  return (
    <Box
      component="form"
      aria-label="Filters"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3, pt: 1, flexShrink: 0 }}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (reversed.size === 0) onApply(filters);
      }}
    >
      {isNarrow && (
        <Button
          color="inherit"
          startIcon={<FilterListIcon />}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          Filters
        </Button>
      )}
      {(!isNarrow || isUnfolded) && (
        <>
          <Choice
            label="Tenant"
            value={filters.tenantId}
            options={tenants.map(({ tenantId, name }) => [tenantId, name])}
            onChange={(value) => change('tenantId', value)}
          />
          <Choice
            label="Status"
            value={filters.status}
            options={communicationStatusNames.map((name) => [name, communicationStatusLabels[name]])}
            onChange={(value) => change('status', value)}
          />
          {legacySpans.map((span) => (
            <Span
              key={span.path}
              {...span}
              filters={filters}
              isReversed={isChecked && reversed.has(span.path)}
              onChange={change}
            />
          ))}
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button type="submit" variant="contained">
              Apply
            </Button>
            <Button
              onClick={() => {
                setFilters(emptyLegacyFilters);
                onApply(emptyLegacyFilters);
              }}
            >
              Clear
            </Button>
          </Box>
        </>
      )}
    </Box>
  );
};
