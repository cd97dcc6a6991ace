import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { ConditionRow } from './condition-row.tsx';

interface AlternativeCardProps {
  /** Counts from 1. */
  readonly position: number;
  /** The indices of its conditions in the form, with the keys of their rows. */
  readonly rows: readonly { readonly index: number; readonly key: string }[];
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

/** Conditions joined by And. */
export const AlternativeCard = ({ position, rows, onAdd, onRemove }: AlternativeCardProps) => {
  const isReadOnly = useIsReadOnly();
  return (
    <Box
      role="group"
      aria-label={`Alternative ${position}`}
      sx={{
        width: 1,
        border: 1,
        borderColor: 'divider',
        borderLeft: 3,
        borderLeftColor: 'primary.main',
        borderRadius: 1,
        p: 3,
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        alignItems: 'flex-start',
      }}
    >
      {rows.map(({ index, key }, place) => (
        <Fragment key={key}>
          {place > 0 && (
            <Divider textAlign="left" sx={{ width: 1 }}>
              <Typography variant="body2" color="textSecondary">
                And
              </Typography>
            </Divider>
          )}
          <ConditionRow index={index} onRemove={() => onRemove(index)} />
        </Fragment>
      ))}
      {!isReadOnly && (
        <Button startIcon={<AddIcon />} onClick={onAdd} aria-label={`Add condition to alternative ${position}`}>
          Add condition
        </Button>
      )}
    </Box>
  );
};
