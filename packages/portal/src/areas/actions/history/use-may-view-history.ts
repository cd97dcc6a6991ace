import { usePermissions } from '../../../lib/permissions.tsx';

/** Whether the person may view action histories. The permission to see rule matches is not sufficient. */
export const useMayViewHistory = (): boolean => {
  const permissions = usePermissions();
  return (
    permissions.has('ActionDefinitions:view') || permissions.has('WorkUnits:view') || permissions.has('Rules:view')
  );
};
