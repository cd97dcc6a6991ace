import type { Area } from '../../platform/services.ts';
import { complianceConfiguration } from './compliance-configuration.ts';
import { complianceRoutes } from './compliance-routes.ts';
import { controlSetEntity } from './control-set-entity.ts';
import { controlStatusEntity } from './control-status-entity.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { weeksRoutes } from './weeks/weeks-routes.ts';

export const complianceArea: Area = {
  name: 'compliance',
  entities: [controlSetEntity, controlStatusEntity],
  tables: {
    control_sets: ['ControlSet'],
    controls: ['ControlSet'],
    control_statuses: ['ControlStatus'],
    control_evidence: ['ControlEvidence'],
    control_evidence_parts: { exempt: 'part of another' },
  },
  routes: (app, services) => {
    complianceRoutes(app, services);
    evidenceRoutes(app, services);
    weeksRoutes(app, services);
  },
  configuration: complianceConfiguration,
};
