import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, useId, useState } from 'react';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { usePermissions } from '../../../lib/permissions.tsx';
import { RelatedEntityCell } from '../relations/related-entity-cell.tsx';
import { useRelated } from '../relations/related-queries.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { useChecklist } from './checklist-queries.ts';
import { UnitChecklist } from './unit-checklist.tsx';
import { isOpenUnit, UnitChildren } from './unit-children.tsx';
import { useRefreshDesk } from './use-refresh-desk.ts';
import { useMergeCommands } from './use-merge-commands.ts';

interface LinkedUnitProps {
  readonly label: string;
  readonly entity: RelatedEntity | undefined;
}

/** A link to another unit in the summary line, such as the parent. */
const LinkedUnit = ({ label, entity }: LinkedUnitProps) =>
  entity && (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, pl: 1, fontSize: 13 }}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {label}
      </Box>
      <RelatedEntityCell entity={entity} />
    </Box>
  );

const childrenText = (children: readonly RelatedEntity[]): string =>
  children.length === 0 ? 'Children' : `Children: ${children.filter(isOpenUnit).length} of ${children.length} open`;

const checklistText = (items: readonly ChecklistItem[]): string =>
  items.length === 0
    ? 'Checklist'
    : `Checklist: ${items.filter(({ isDone }) => isDone).length} of ${items.length} done`;

type Section = 'checklist' | 'children';

const shownMerged = 3;

interface UnitDeskProps {
  readonly workUnit: WorkUnitRow;
  /** Called with the unit after a command changed it. */
  readonly onChanged: (saved: WorkUnit) => void;
}

interface MergedUnitsProps extends UnitDeskProps {
  readonly related: readonly RelatedEntity[];
}

/** The unit that this one was merged into, with a button to undo the merge, and the units merged into this one. */
const MergedUnits = ({ workUnit, onChanged, related }: MergedUnitsProps) => {
  const mayEdit = usePermissions().has('WorkUnits:edit');
  const { unmerge, isBusy } = useMergeCommands();
  const into = related.find(({ referenceType }) => referenceType === 'MergedInto');
  const held = related.filter(({ referenceType }) => referenceType === 'MergedFrom');
  return (
    <>
      <LinkedUnit label="Merged into" entity={into} />
      {into && mayEdit && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void unmerge(workUnit).then((saved) => saved && onChanged(saved))}
        >
          Undo merge
        </Button>
      )}
      {held.slice(0, shownMerged).map((entity) => (
        <LinkedUnit key={entity.referenceId} label="Merged from" entity={entity} />
      ))}
      {held.length > shownMerged && <span>{`and ${held.length - shownMerged} more`}</span>}
    </>
  );
};

const Desk = ({ workUnit, onChanged }: UnitDeskProps) => {
  const { workUnitId } = workUnit;
  const { data: related = [] } = useRelated(workUnitId);
  const checklist = useChecklist(workUnit);
  const [open, setOpen] = useState<Section>();
  const [hasChecklist, setHasChecklist] = useState(false);
  // The checklist stays mounted once it was opened, so that it keeps what is typed in it.
  if (open === 'checklist' && !hasChecklist) setHasChecklist(true);
  const id = useId();
  useRefreshDesk(workUnitId);
  const children = related.filter(({ referenceType }) => referenceType === 'Child');
  const sections = [
    ['checklist', checklistText(checklist)],
    ['children', childrenText(children)],
  ] as const;
  return (
    <Box component="section" aria-label="Checklist and children">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, ml: -1 }}>
        {sections.map(([section, text]) => (
          <Button
            key={section}
            size="small"
            color="inherit"
            aria-expanded={open === section}
            aria-controls={id}
            onClick={() => setOpen(open === section ? undefined : section)}
            endIcon={<ExpandMoreIcon sx={{ transform: open === section ? 'rotate(180deg)' : 'none' }} />}
          >
            {text}
          </Button>
        ))}
        <LinkedUnit label="Child of" entity={related.find(({ referenceType }) => referenceType === 'Parent')} />
        <MergedUnits workUnit={workUnit} onChanged={onChanged} related={related} />
      </Box>
      <Box id={id} hidden={open === undefined} sx={{ pt: 2 }}>
        <Box hidden={open !== 'checklist'}>
          {hasChecklist && <UnitChecklist workUnitId={workUnitId} items={checklist} />}
        </Box>
        {open === 'children' && <UnitChildren workUnit={workUnit} related={related} />}
      </Box>
    </Box>
  );
};

/** The checklist, the children, the parent and the merges of a unit, in one line that expands. */
export const UnitDesk = memo(Desk);
