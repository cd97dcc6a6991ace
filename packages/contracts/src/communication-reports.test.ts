import { describe, expect, it, test } from 'vitest';
import {
  externalReportRows,
  internalReportRows,
  toExternalReport,
  type InternalReport,
} from './communication-reports.ts';
import type { Communication, CommunicationActivity } from './communications.ts';

const activity = (details: string, isCustomerFacing: boolean): CommunicationActivity => ({
  workUnitCommunicationActivityId: 'secret activityId',
  workUnitCommunicationId: 'secret communicationId',
  tenantId: 'secret tenantId',
  activityType: 'TaskActivity',
  details,
  isCustomerFacing,
  isComplete: false,
  completed: null,
  created: 'secret created',
  createdBy: 'secret author',
  modified: 'secret modified',
});

const communication: Communication = {
  workUnitCommunicationId: 'secret id',
  publicWorkUnitCommunicationId: 4711,
  tenantId: 'secret tenantId',
  title: 'open title',
  serviceManager: 'secret serviceManager',
  status: 'ServiceRestored',
  details: 'secret details',
  customerAssistanceRequired: true,
  rootCause: 'secret rootCause',
  eventStarted: '2026-03-02T10:00:00.000Z',
  eventEngaged: '2026-03-02T11:00:00.000Z',
  eventMitigated: '2026-03-02T12:00:00.000Z',
  eventResolved: '2026-03-02T13:00:00.000Z',
  nextUpdate: '2026-03-02T14:00:00.000Z',
  nextInternalUpdate: '2031-01-01T00:00:00.000Z',
  maximumImpact: 'secret maximumImpact',
  currentImpact: 'open currentImpact',
  impactedServices: 'open impactedServices',
  internalBridge: 'secret internalBridge',
  created: '2030-01-01T00:00:00.000Z',
  createdBy: 'secret createdBy',
  modified: '2030-01-02T00:00:00.000Z',
  userChanged: '2030-01-03T00:00:00.000Z',
  userChangedBy: 'secret userChangedBy',
};
const activities = [activity('open step', true), activity('secret step', false)];
const internal: InternalReport = { ...communication, tenantName: 'Own', workUnits: ['#12 Disk is full'], activities };

describe('the external report', () => {
  it('contains exactly the fields that customers may read', () => {
    expect(toExternalReport(communication, activities)).toEqual({
      title: 'open title',
      status: 'ServiceRestored',
      currentImpact: 'open currentImpact',
      impactedServices: 'open impactedServices',
      eventStarted: communication.eventStarted,
      eventEngaged: communication.eventEngaged,
      eventMitigated: communication.eventMitigated,
      eventResolved: communication.eventResolved,
      nextUpdate: communication.nextUpdate,
      rootCause: null,
      activities: [{ details: 'open step', isComplete: false, completed: null }],
    });
  });

  it('contains no text of an internal field, even of one that is unknown', () => {
    const report = toExternalReport({ ...communication, later: 'secret' } as Communication, activities);
    const shown = JSON.stringify([report, externalReportRows(report)]);
    expect(shown).not.toMatch(/secret|4711|203\d/);
  });

  it('contains the root cause once the event is resolved', () => {
    const labels = (each: Communication) => externalReportRows(toExternalReport(each, [])).map(({ label }) => label);
    expect(labels(communication)).not.toContain('Root Cause');
    expect(labels({ ...communication, status: 'Cancelled' })).not.toContain('Root Cause');
    expect(labels({ ...communication, status: 'Resolved' })).toContain('Root Cause');
  });

  it('shows the status in words and marks times as such', () => {
    const rows = externalReportRows(toExternalReport({ ...communication, status: 'Investigating' }, []));
    expect(rows).toContainEqual({ label: 'Status', value: 'Open - Investigating' });
    expect(rows).toContainEqual({ label: 'Next Update', value: communication.nextUpdate, isTime: true });
  });
});

test('the internal report contains every field of the communication', () => {
  const shown = internalReportRows(internal).map(({ value }) => value);
  const { workUnitCommunicationId: _id, tenantId: _tenantId, ...fields } = communication;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || name === 'status') continue;
    expect(shown, name).toContain(value);
  }
  expect(shown).toEqual(expect.arrayContaining(['#4711', 'Yes', 'Open - Service Restored', 'Own', '#12 Disk is full']));
});
