import { beforeEach, describe, expect, test } from 'vitest';
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts';

/** What the browser's storage does, as far as drafts ask for it. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return typeof this[key] === 'string' ? this[key] : null;
  }
  setItem(key: string, text: string): void {
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let storage: Storage;
const draft = (at: number, mine: unknown = 'Oslo'): Draft => ({ at, edits: [{ name: 'city', seen: null, mine }] });

beforeEach(() => {
  storage = new MemoryStorage() as unknown as Storage;
});

describe('drafts', () => {
  test('come back under their own key until dropped', () => {
    keepDraft('location', draft(1), storage);
    expect(readDraft('tenant', 2, storage)).toBeUndefined();
    expect(readDraft('location', 2, storage)).toEqual(draft(1));
    dropDraft('location', storage);
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });

  test('are forgotten after twelve hours', () => {
    keepDraft('location', draft(0), storage);
    expect(readDraft('location', 12 * 60 * 60 * 1_000, storage)).toBeUndefined();
  });

  test('beyond five let the oldest go', () => {
    for (const at of [3, 1, 2, 4, 5, 6]) keepDraft(`form ${at}`, draft(at), storage);
    expect(readDraft('form 1', 7, storage)).toBeUndefined();
    expect(readDraft('form 2', 7, storage)).toEqual(draft(2));
  });

  test('that are too long are not kept', () => {
    keepDraft('location', draft(1, 'x'.repeat(70_000)), storage);
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });

  test('that are no drafts are taken for none', () => {
    storage.setItem('cfs-portal.draft.location', '{"edits":7}');
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });
});
