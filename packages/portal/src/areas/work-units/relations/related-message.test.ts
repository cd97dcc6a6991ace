import { expect, test } from 'vitest';
import { readMessage } from './related-message.ts';

const empty = { entityId: '', timestamp: '', value: '', blockName: '' };

test('readMessage returns entity, time, value and block', () => {
  const json = JSON.stringify({
    EntityId: 'e1',
    Timestamp: '2026-05-01T10:30:00.000Z',
    Value: 93,
    Properties: { BlockName: 'web-01', Other: [] },
    Metrics: {},
  });
  expect(readMessage(json)).toEqual({
    entityId: 'e1',
    timestamp: '2026-05-01T10:30:00.000Z',
    value: '93',
    blockName: 'web-01',
  });
});

test.for(['{', 'null', '[]', '{}', '{"Value":null,"Properties":null}'])('%s results in an empty message', (json) => {
  expect(readMessage(json)).toEqual(empty);
});
