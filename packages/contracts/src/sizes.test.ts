import { expect, test } from 'vitest';
import {
  defaultPageSize,
  longTextLimit,
  pageSizes,
  peopleSearchDebounce,
  pollIntervals,
  postActionRefreshDelay,
  relatedSearchDebounce,
  searchDebounce,
  sidePanelWidth,
} from './sizes.ts';
import { protocolTimer } from './protocols.ts';
import { attachmentLimitBytes } from './work-unit-attachments.ts';
import { relationLimit } from './work-unit-relations.ts';
import { customFieldCount, efforts } from './work-units.ts';

test('sizes and limits of work units equal those of the reference page', () => {
  expect({
    pageSizes,
    defaultPageSize,
    longTextLimit,
    efforts,
    customFieldCount,
    relationLimit,
    sidePanelWidth,
    attachments: attachmentLimitBytes,
    searches: [searchDebounce, peopleSearchDebounce, relatedSearchDebounce],
    polls: [pollIntervals.workUnits, pollIntervals.ruleMatches, postActionRefreshDelay],
    timer: protocolTimer.minimum,
  }).toEqual({
    pageSizes: [10, 25, 50, 100],
    defaultPageSize: 10,
    longTextLimit: 4_000,
    efforts: [1, 2, 3, 5, 8, 13],
    customFieldCount: 15,
    relationLimit: 100,
    sidePanelWidth: '50vw',
    attachments: 26_214_400,
    searches: [250, 400, 500],
    polls: [60_000, 30_000, 5_000],
    timer: '00:10:00',
  });
});
