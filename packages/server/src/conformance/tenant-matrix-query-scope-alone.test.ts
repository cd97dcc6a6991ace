import { testTenantMatrix } from './tenant-matrix-suite.ts';

await testTenantMatrix({ queryScope: 'on', rowLevelSecurity: 'off' });
