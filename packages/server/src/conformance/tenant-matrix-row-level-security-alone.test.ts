import { testTenantMatrix } from './tenant-matrix-suite.ts';

await testTenantMatrix({ queryScope: 'off', rowLevelSecurity: 'on' });
