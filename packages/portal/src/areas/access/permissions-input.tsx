import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Permission } from '@cfs/contracts/permissions';
import { FieldFrame, type FieldProps } from '../../ui/fields/field-frame.tsx';
import { useField } from '../../ui/fields/use-field.ts';
import { ownWorkUnits, permissionRows, verbsShown } from './permission-groups.ts';

const chosenIn = (value: unknown): ReadonlySet<unknown> => new Set(Array.isArray(value) ? value : []);

const describe = (value: unknown): string => `${chosenIn(value).size} permissions`;

/** The permissions of a role: a checkbox for each area and verb. */
export const PermissionsInput = (props: FieldProps) => {
  const { field, error, inputId, isDisabled } = useField(props, describe);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const chosen = chosenIn(field.value);
  const toggle = (permission: Permission, isChosen: boolean): void =>
    field.onChange(isChosen ? [...chosen, permission] : [...chosen].filter((each) => each !== permission));
  const box = (permission: Permission, label: string) => (
    <Checkbox
      size="small"
      checked={chosen.has(permission)}
      disabled={isDisabled}
      onChange={(_, isChosen) => toggle(permission, isChosen)}
      onBlur={field.onBlur}
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ p: 1 }}
    />
  );
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TableContainer tabIndex={0} sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
        <Table
          size="small"
          id={inputId}
          aria-label={props.label}
          sx={{ '& td, & th': { fontSize: 13, borderColor: 'divider', px: { xs: 1, sm: 3 }, py: 0 } }}
        >
          <TableHead>
            <TableRow sx={{ height: 36 }}>
              <TableCell sx={{ fontWeight: 600 }}>Area</TableCell>
              {verbsShown.map((verb) => (
                <TableCell key={verb} align="center" sx={{ fontWeight: 600, textTransform: 'capitalize', width: 64 }}>
                  {verb}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {permissionRows.map(({ area, name, permissions }) => (
              <TableRow key={area}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                {permissions.map((permission, at) => (
                  <TableCell key={permission} align="center">
                    {box(permission, `${name}: ${verbsShown[at] ?? ''}`)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <FormControlLabel
        label="Only their own work units"
        sx={{ mx: 0, mt: 2, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
        control={box(ownWorkUnits, 'Only their own work units')}
      />
    </FieldFrame>
  );
};
