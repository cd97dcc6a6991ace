import type { Area } from '../../platform/services.ts';
import { tenantEntity } from './tenant-entity.ts';
import { tenantsConfiguration } from './tenants-configuration.ts';
import { tenantsRoutes } from './tenants-routes.ts';

export const tenantsArea: Area = {
  name: 'tenants',
  entities: [tenantEntity],
  tables: {
    tenants: ['Tenant'],
    intake_forms: { exempt: 'part of another' },
  },
  routes: tenantsRoutes,
  configuration: tenantsConfiguration,
};
