import { useFormContext } from 'react-hook-form';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** When another group takes over an assigned unit, offers to clear the assignee, and to set the state back to New. */
export const useAssignmentGroupPrompt = (workUnit: WorkUnitRow | undefined) => {
  const { getValues, setValue } = useFormContext();
  const ask = useAsk();
  return (): void => {
    const [assignedTo, stateId] = getValues(['assignedTo', 'stateId']) as [string | null, string];
    if (!workUnit || !assignedTo) return;
    const isNew = stateId === 'New';
    const text = isNew
      ? `Clear the assignee ${assignedTo}?`
      : `Clear the assignee ${assignedTo} and set the state to New?`;
    void ask({ title: 'Assignment Group', text }).then((answer) => {
      if (answer === undefined) return;
      setValue('assignedTo', null, { shouldDirty: true });
      if (!isNew) setValue('stateId', 'New', { shouldDirty: true });
    });
  };
};
