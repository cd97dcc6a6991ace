import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import { checklistTextLength } from '@cfs/contracts/work-unit-checklist-limits';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { usePermissions } from '../../../lib/permissions.tsx';
import { useUnsavedPart } from '../../../ui/forms/unsaved-parts.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import { useChecklistCommands } from './checklist-queries.ts';

interface UnitChecklistProps {
  readonly workUnitId: number;
  readonly items: readonly ChecklistItem[];
}

const addLabel = 'Add an item';

/**
 * Adds an item on Enter. The next one can be typed while it is being stored. The text of a refused one returns to the
 * field if that is empty.
 */
const NewItem = ({ onAdd }: { readonly onAdd: (text: string) => Promise<boolean> }) => {
  const [text, setText] = useState('');
  useUnsavedPart(text.trim() !== '');
  const add = async (): Promise<void> => {
    const entered = text.trim();
    if (entered === '') return;
    setText('');
    if (!(await onAdd(entered))) setText((typed) => (typed === '' ? entered : typed));
  };
  return (
    <TextField
      size="small"
      fullWidth
      hiddenLabel
      placeholder={addLabel}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void add();
      }}
      slotProps={{ htmlInput: { 'aria-label': addLabel, maxLength: checklistTextLength } }}
    />
  );
};

interface RenamedItemProps {
  readonly item: ChecklistItem;
  /** Renames the item in the version that the user saw. */
  readonly onRename: (seen: ChecklistItem, text: string) => Promise<boolean>;
  readonly onEnd: () => void;
}

/**
 * The input for a new text of an item: Enter or blur saves it, Escape discards it. A refused text stays in the input.
 */
const RenamedItem = ({ item, onRename, onEnd }: RenamedItemProps) => {
  // Concurrent changes by other users are not overwritten, unless the user saves again after a refusal.
  const [first] = useState(item);
  const [text, setText] = useState(item.text);
  const [isRefused, setRefused] = useState(false);
  const isSent = useRef(false);
  useUnsavedPart(isRefused);
  const save = async (): Promise<void> => {
    if (isSent.current) return;
    isSent.current = true;
    const entered = text.trim();
    const seen = isRefused ? item : first;
    if (entered === '' || entered === seen.text || (await onRename(seen, entered))) {
      onEnd();
      return;
    }
    isSent.current = false;
    setRefused(true);
  };
  return (
    <TextField
      size="small"
      fullWidth
      hiddenLabel
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        // Escape only ends the renaming, and leaves the panel open.
        event.stopPropagation();
        if (event.key === 'Enter') void save();
        else {
          isSent.current = true;
          onEnd();
        }
      }}
      slotProps={{ htmlInput: { 'aria-label': `New text of ${item.text}`, maxLength: checklistTextLength } }}
    />
  );
};

/** The checklist of a unit, with commands to tick, rename, move, add and remove items. */
export const UnitChecklist = ({ workUnitId, items }: UnitChecklistProps) => {
  const mayEdit = usePermissions().has('WorkUnits:edit');
  // More than one if a rename is refused after the next one has begun.
  const [renamed, setRenamed] = useState<ReadonlySet<string>>(new Set());
  const { add, tick, rename, reorder, remove } = useChecklistCommands(workUnitId);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {items.length === 0 && !mayEdit && (
        <Typography variant="body2" color="textSecondary">
          No checklist.
        </Typography>
      )}
      <ReorderList
        label="Checklist"
        items={items.map((item) => ({ id: item.checklistItemId, name: item.text, item }))}
        isFixed={!mayEdit}
        onReorder={(ids) => reorder(items, ids)}
      >
        {({ item }, handle) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, bgcolor: 'background.paper' }}>
            {handle}
            {renamed.has(item.checklistItemId) ? (
              <RenamedItem
                item={item}
                onRename={rename}
                onEnd={() => setRenamed((all) => new Set([...all].filter((id) => id !== item.checklistItemId)))}
              />
            ) : (
              <FormControlLabel
                sx={{ flexGrow: 1, minWidth: 0, mr: 0 }}
                disabled={!mayEdit}
                control={<Checkbox size="small" checked={item.isDone} onChange={() => void tick(item)} />}
                label={item.text}
                slotProps={{
                  typography: {
                    sx: {
                      overflowWrap: 'anywhere',
                      fontSize: 13,
                      ...(item.isDone && { textDecoration: 'line-through', color: 'text.secondary' }),
                    },
                  },
                }}
              />
            )}
            {mayEdit && !renamed.has(item.checklistItemId) && (
              <>
                <RowAction
                  label={`Rename ${item.text}`}
                  icon={<EditIcon />}
                  onClick={() => setRenamed((all) => new Set([...all, item.checklistItemId]))}
                />
                <RowAction label={`Remove ${item.text}`} icon={<DeleteIcon />} onClick={() => void remove(item)} />
              </>
            )}
          </Box>
        )}
      </ReorderList>
      {mayEdit && <NewItem onAdd={add} />}
    </Box>
  );
};
