import { longTextLimit } from '@cfs/contracts/sizes';
import { describe, expect, test } from 'vitest';
import { fillReply, openReply, type ReplyUnit } from './canned-reply-text.ts';

const unit: ReplyUnit = {
  workUnitId: 7,
  publicWorkUnitId: 208,
  tenantId: '0f0e1d2c-3b4a-4958-8776-655443322110',
  tenant: { name: 'Contoso' },
  title: 'Disk full',
  stateId: 'InProgress',
  severityId: 'Sev2',
  assignedTo: null,
  stakeHolderFullName: 'Stella',
};

describe('a canned reply', () => {
  test('begins with a slash at the start of a line', () => {
    expect(openReply('/', 1)).toEqual({ start: 0, term: '' });
    expect(openReply('Hello\n/clo', 10)).toEqual({ start: 6, term: 'clo' });
    expect(openReply('/closing the case', 17)).toEqual({ start: 0, term: 'closing the case' });
    for (const text of ['and/or', 'see /var', '/var/log', 'Hello'])
      expect(openReply(text, text.length)).toBeUndefined();
  });

  test('is filled in from the unit and the author', () => {
    expect(fillReply('Dear {{StakeholderName}}, #{{ WorkUnitNumber }} is {{State}}. {{MyName}}', unit, 'Ann')).toBe(
      'Dear Stella, #208 is InProgress. Ann',
    );
  });

  test('omits values that the unit lacks, and is truncated to the length of a note', () => {
    expect(fillReply('By {{AssignedTo}}.', unit, undefined)).toBe('By .');
    expect(fillReply('{{Title}}'.repeat(1_000), unit, undefined)).toHaveLength(longTextLimit);
  });
});
