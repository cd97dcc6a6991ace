import { shippedSeverity, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { useNavigate } from '@tanstack/react-router';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { IntakePanel, type IntakePanelProps } from '../../intake/intake-panel.tsx';
import { useDefaultSeverity } from '../work-unit-lookups.ts';
import { workUnitSet } from '../work-unit-row.ts';
import { useCreateUnit } from './use-create-unit.ts';

/** The form of an intake. Submitting it creates a work unit of the type Intake. */
export const IntakeDrawer = (props: Omit<IntakePanelProps, 'createUnit'>) => {
  const severityId = useDefaultSeverity(workUnitTypes.Intake) ?? shippedSeverity(workUnitTypes.Intake);
  const refresh = useRefresh();
  const createUnit = useCreateUnit();
  const navigate = useNavigate();
  return (
    <IntakePanel
      {...props}
      createUnit={async (intake) => {
        const unit = await createUnit({
          workUnitId: -1,
          ...intake,
          severityId,
          workUnitTypeId: workUnitTypes.Intake,
        });
        notify.success('Successfully created work unit.');
        await refresh(workUnitSet);
        await navigate({ to: `/${unit.tenantId}/workunitsv2`, search: { workUnitId: String(unit.workUnitId) } });
      }}
    />
  );
};
