import { usePermissions } from '../../../lib/permissions.tsx';

/** Whether the person may view action histories, which fewer people may than see rule matches. */
export const useMayViewHistory = (): boolean => {
  const permissions = usePermissions();
  return (
    permissions.has('ActionDefinitions:view') || permissions.has('WorkUnits:view') || permissions.has('Rules:view')
  );
};
