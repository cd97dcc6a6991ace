import { tenantCreateSchema } from '@cfs/contracts/tenants';
import { createTenant } from '../../areas/tenants/write-tenants.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { newEmployeeForm } from './demo-intake.ts';
import { ensureSubscription } from './demo-subscriptions.ts';

/** One of the organisations of the first run. */
export interface DemoTenant {
  readonly name: string;
  readonly subscriptions: readonly [string, ...string[]];
  readonly assignmentGroups: readonly [string, ...string[]];
  /** How many work units and locations it starts with. */
  readonly workUnits: number;
  readonly locations: number;
  /** Its intake form, as it is stored. */
  readonly intakeForm?: string;
}

/** The first one gets the agent on this machine and the demo rule. */
export const demoTenants: readonly [DemoTenant, ...DemoTenant[]] = [
  {
    name: 'Contoso Operations',
    subscriptions: ['Production', 'Staging'],
    assignmentGroups: ['Service Desk', 'Platform', 'Network', 'Facilities'],
    workUnits: 140,
    locations: 64,
    intakeForm: newEmployeeForm,
  },
  {
    name: 'Fabrikam Field Services',
    subscriptions: ['Main'],
    assignmentGroups: ['Dispatch', 'Field Support', 'Workshop'],
    workUnits: 70,
    locations: 48,
  },
];

/** Creates the tenant and its subscriptions unless they exist; resolves with the tenant's id. */
export async function ensureTenant(services: Services, context: Context, demo: DemoTenant): Promise<string> {
  const { tenantsByName } = await services.snapshot.current();
  const known = tenantsByName.find(({ name }) => name === demo.name);
  const { tenantId } =
    known ??
    (await createTenant(
      services,
      context,
      tenantCreateSchema.parse({
        name: demo.name,
        assignmentGroups: demo.assignmentGroups.join(','),
        intakeWizardFormData: demo.intakeForm,
        internalNotificationEmailAddress: `operations@${demo.name.split(' ')[0]?.toLowerCase() ?? ''}.example`,
      }),
    ));
  for (const name of demo.subscriptions) await ensureSubscription(services, context, { tenantId, name });
  return tenantId;
}
