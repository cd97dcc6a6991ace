import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ListControl } from '../lib/list-state.ts';
import { useRows } from '../lib/api/use-list.ts';

interface TenantGroup {
  readonly tenantId: string | null;
  readonly tenant?: { readonly name: string } | null;
}

/** The name under which rows of no tenant appear. */
export const sharedTenantName = 'All tenants';

interface TenantFilterProps {
  /** The list whose tenants are offered. */
  readonly set: string;
  readonly list: ListControl;
}

/** Narrows a list to one of the tenants that have rows in it; kept as `tenant` in the address. */
export const TenantFilter = ({ set, list }: TenantFilterProps) => {
  const { data = [] } = useRows<TenantGroup>(set, { apply: 'groupby((tenantId,tenant/name))' });
  const chosen = list.filter('tenant') ?? '';
  const options = data
    .map(({ tenantId, tenant }) => ({ value: tenantId ?? 'null', label: tenant?.name ?? sharedTenantName }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <TextField
      select
      hiddenLabel
      value={options.some((option) => option.value === chosen) ? chosen : ''}
      onChange={(event) => list.setFilter('tenant', event.target.value || undefined)}
      slotProps={{
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': 'Tenant' } },
        htmlInput: { 'aria-label': 'Tenant' },
      }}
      sx={{ minWidth: 160, '& .MuiSelect-select': { py: '5.5px' } }}
    >
      <MenuItem value="">Every tenant</MenuItem>
      {options.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
};
