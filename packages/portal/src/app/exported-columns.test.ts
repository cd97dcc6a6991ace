import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '@cfs/contracts/access-people';
import { actionDefinitionTypes, resultStatuses } from '@cfs/contracts/action-enumerations';
import { communicationStatuses } from '@cfs/contracts/communication-enumerations';
import { deviceTypes } from '@cfs/contracts/device-enumerations';
import { exportedText } from '@cfs/contracts/export-words';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import { subscriberStates } from '@cfs/contracts/communication-subscribers';
import { metricProtocols, metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import { mailVerdicts } from '@cfs/contracts/received-mails';
import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { TokenGrant } from '@cfs/contracts/tokens';
import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import { expect, test } from 'vitest';
import { grantColumns } from '../areas/access/grant-columns.tsx';
import { personColumns } from '../areas/access/person-columns.tsx';
import { roleColumns } from '../areas/access/role-columns.tsx';
import { actionDefinitionColumns } from '../areas/actions/action-definition-columns.ts';
import { actionHistoryColumns } from '../areas/actions/history/action-history-columns.tsx';
import { cannedReplyColumns } from '../areas/canned-replies/canned-reply-columns.ts';
import { categoryColumns } from '../areas/categories/category-columns.ts';
import { communicationColumns } from '../areas/communications/communication-columns.tsx';
import { subscriberColumns } from '../areas/communications/subscribers/subscriber-columns.tsx';
import { deviceOperationColumns } from '../areas/device-operations/device-operation-columns.tsx';
import { deviceColumns } from '../areas/devices/device-columns.tsx';
import { locationColumns } from '../areas/locations/location-columns.ts';
import { receivedMailColumns } from '../areas/mail-in/received-mail-columns.tsx';
import { metricSourceColumns } from '../areas/metric-sources/metric-source-columns.tsx';
import { outboxColumns } from '../areas/outbox/outbox-columns.tsx';
import { packageColumns } from '../areas/packages/package-columns.tsx';
import { pendingDeviceColumns } from '../areas/pending-devices/pending-device-columns.tsx';
import { protocolColumns } from '../areas/protocols/protocol-columns.tsx';
import { requestColumns } from '../areas/resolution-center/request-columns.tsx';
import { rollOutColumns } from '../areas/roll-outs/roll-out-columns.tsx';
import { ruleColumns } from '../areas/rules/rule-columns.tsx';
import { calendarColumns } from '../areas/service-levels/calendar-columns.ts';
import { targetColumns } from '../areas/service-levels/target-columns.tsx';
import { subscriptionColumns } from '../areas/subscriptions/subscription-columns.tsx';
import { tenantColumns } from '../areas/tenants/tenant-columns.tsx';
import { tokenColumns } from '../areas/tokens/token-columns.tsx';
import { versionReportColumns } from '../areas/version-report/version-report-columns.tsx';
import { workUnitColumns } from '../areas/work-units/list/work-unit-columns.tsx';
import type { Column } from '../ui/grid/data-table-column.ts';

type Fields = Readonly<Record<string, unknown>>;

const truths = [true, false];
const tenants = [{ name: 'Fjord' }, null];
const types = ['Incident', 'Change Request', 'Intake', 'Request', 'Legacy'].map((name) => ({ name }));
const people = [
  { enabled: true, state: 'Active' },
  { enabled: true, state: 'Invited' },
  { enabled: false, state: 'Disabled' },
] as const satisfies Partial<Person>[];
const expiries = ['2027-11-21T09:00:00.000Z', null] as const satisfies TokenGrant['expiresOn'][];

const tokens = [
  { purposes: 'enrol,packets,read', canEnrol: true, canSendPackets: true, canRead: true },
  { purposes: 'packets', canEnrol: false, canSendPackets: true, canRead: false },
];

/** The columns of a list, and sample rows that cover their values. */
interface Exported {
  readonly columns: readonly unknown[];
  readonly rows: readonly Fields[];
}

const over = (name: string, values: readonly unknown[]): Fields[] => values.map((value) => ({ [name]: value }));

/** The exported lists by the file of their columns. */
const lists: Readonly<Record<string, Exported>> = {
  'access/grant-columns.tsx': {
    columns: grantColumns,
    rows: [...over('tenant', tenants), ...over('groupName', ['Operators', null])],
  },
  'access/person-columns.tsx': { columns: personColumns, rows: people },
  'access/role-columns.tsx': { columns: roleColumns, rows: [...over('tenant', tenants), ...over('builtIn', truths)] },
  'actions/action-definition-columns.ts': {
    columns: actionDefinitionColumns,
    rows: [
      ...over('actionDefinitionTypeId', [...Object.values(actionDefinitionTypes), 99]),
      ...over('description', ['Calls the pager', null]),
      ...over('tenant', tenants),
    ],
  },
  'actions/history/action-history-columns.tsx': {
    columns: actionHistoryColumns,
    rows: [
      ...over('actionDefinition', [{ name: 'Call' }, null]),
      ...over('resultStatusId', [...Object.values(resultStatuses), 99]),
      ...over('attempt', [0, 1, 6]),
      ...over('responseStatus', [204, null]),
      ...over('durationMilliseconds', [12, null]),
      ...over('resultDetail', ['HTTP 204', null]),
    ],
  },
  'canned-replies/canned-reply-columns.ts': { columns: cannedReplyColumns, rows: over('tenant', tenants) },
  'categories/category-columns.ts': {
    columns: categoryColumns([]),
    rows: [
      ...over('workUnitType', types),
      ...over('tenant', tenants),
      ...truths.map((value) => ({ isEnabled: value, isVisibleInResolutionCenter: !value })),
    ],
  },
  'communications/communication-columns.tsx': {
    columns: communicationColumns,
    rows: [
      ...over('status', Object.keys(communicationStatuses)),
      ...over('customerAssistanceRequired', truths),
      ...over('tenant', tenants),
    ],
  },
  'communications/subscribers/subscriber-columns.tsx': {
    columns: subscriberColumns,
    rows: over('state', Object.keys(subscriberStates)),
  },
  'device-operations/device-operation-columns.tsx': {
    columns: deviceOperationColumns,
    rows: [...over('enabled', truths), ...over('frequencyTypeId', [...Object.values(operationFrequencies), 99])],
  },
  'devices/device-columns.tsx': {
    columns: deviceColumns,
    rows: [
      ...over('enabled', truths),
      ...over('deviceTypeId', [...Object.values(deviceTypes), 99]),
      ...over('location', [{ name: 'Oslo' }, null]),
    ],
  },
  'locations/location-columns.ts': { columns: locationColumns, rows: over('tenant', tenants) },
  'mail-in/received-mail-columns.tsx': {
    columns: receivedMailColumns,
    rows: [...over('verdict', Object.keys(mailVerdicts)), ...over('tenant', tenants)],
  },
  'metric-sources/metric-source-columns.tsx': {
    columns: metricSourceColumns,
    rows: [
      ...over('status', Object.keys(metricSourceStatuses)),
      ...over('protocol', Object.keys(metricProtocols)),
      ...over('fieldCount', [0, 12]),
    ],
  },
  'outbox/outbox-columns.tsx': { columns: outboxColumns, rows: over('tenant', tenants) },
  'packages/package-columns.tsx': {
    columns: packageColumns,
    rows: [
      ...over('operatingSystemRidsId', [0, 1, 2, 3, 4, 5, 6, 7]),
      ...over('packageTypeId', [...Object.values(packageTypes), 99]),
      ...over('executableTypeId', [...Object.values(executableTypes), 99]),
      ...over('tenant', tenants),
    ],
  },
  'pending-devices/pending-device-columns.tsx': { columns: pendingDeviceColumns, rows: [{ machineName: 'srv-1' }] },
  'protocols/protocol-columns.tsx': { columns: protocolColumns, rows: over('tenant', tenants) },
  'resolution-center/request-columns.tsx': {
    columns: requestColumns,
    rows: over('stateId', Object.keys(workUnitStates)),
  },
  'roll-outs/roll-out-columns.tsx': { columns: rollOutColumns, rows: [] },
  'rules/rule-columns.tsx': {
    columns: ruleColumns({}),
    rows: [
      ...over('ruleTypeId', [...Object.values(ruleTypes), 99]),
      ...over('enabled', truths),
      ...over('tenant', tenants),
    ],
  },
  'subscriptions/subscription-columns.tsx': { columns: subscriptionColumns, rows: [{ name: 'Plant' }] },
  'tenants/tenant-columns.tsx': { columns: tenantColumns({}), rows: over('enabled', truths) },
  'tokens/token-columns.tsx': { columns: tokenColumns, rows: [...over('expiresOn', expiries), ...tokens] },
  'version-report/version-report-columns.tsx': {
    columns: versionReportColumns,
    rows: [...over('compliantDevice', truths), ...over('tenant', tenants)],
  },
  'service-levels/calendar-columns.ts': {
    columns: calendarColumns,
    rows: [...over('tenant', tenants), ...over('isAlwaysOpen', truths)],
  },
  'service-levels/target-columns.tsx': {
    columns: targetColumns([]),
    rows: [
      ...over('tenant', tenants),
      ...over('workUnitType', [...types, null]),
      ...over('severityId', [...Object.keys(severities), null]),
      ...over('businessCalendar', [{ name: 'Office' }, null]),
    ],
  },
  'work-units/list/work-unit-columns.tsx': {
    columns: workUnitColumns({ types: [] }),
    rows: [
      ...over('workUnitType', types),
      ...over('stateId', Object.keys(workUnitStates)),
      ...over('severityId', Object.keys(severities)),
    ],
  },
};

/** Lists without an export. */
const notExported = ['categories/type-columns.tsx'];

/** The raw value at a path such as `tenant/name`. */
const valueAt = (row: Fields, path: string): string | number | boolean | null | undefined => {
  let at: unknown = row;
  for (const name of path.split('/')) at = (at as Fields | null | undefined)?.[name];
  return at as string | number | boolean | null | undefined;
};

test.each(Object.entries(lists))('%s: the export has the same texts as the list', (_file, { columns, rows }) => {
  for (const { field, exported, exportWords, value } of columns as readonly Column<Fields>[]) {
    if (exported === false) continue;
    const path = exported ?? field;
    // A sample row covers only the columns whose property it has.
    for (const row of rows.filter((each) => (path.split('/')[0] ?? '') in each))
      expect(exportedText(valueAt(row, path), exportWords), `${field} of ${JSON.stringify(row)}`).toBe(
        exportedText(value(row)),
      );
  }
});

test('covers every file of columns', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*-columns.ts*', { cwd: join(import.meta.dirname, '../areas') })) found.push(file);
  expect(found.toSorted()).toEqual([...Object.keys(lists), ...notExported].toSorted());
});
