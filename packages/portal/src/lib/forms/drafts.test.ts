import { beforeEach, describe, expect, test } from 'vitest';
import { removeDraft, saveDraft, readDraft, type Draft } from './drafts.ts';

/** The subset of `Storage` that drafts use. */
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
const draft = (at: number, mine: unknown = 'Oslo'): Draft => ({ at, edits: [{ name: 'city', base: null, mine }] });

beforeEach(() => {
  storage = new MemoryStorage() as unknown as Storage;
});

describe('drafts', () => {
  test('are read by their key until removed', () => {
    saveDraft('location', draft(1), storage);
    expect(readDraft('tenant', 2, storage)).toBeUndefined();
    expect(readDraft('location', 2, storage)).toEqual(draft(1));
    removeDraft('location', storage);
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });

  test('expire after twelve hours', () => {
    saveDraft('location', draft(0), storage);
    expect(readDraft('location', 12 * 60 * 60 * 1_000, storage)).toBeUndefined();
  });

  test('evict the oldest beyond five', () => {
    for (const at of [3, 1, 2, 4, 5, 6]) saveDraft(`form ${at}`, draft(at), storage);
    expect(readDraft('form 1', 7, storage)).toBeUndefined();
    expect(readDraft('form 2', 7, storage)).toEqual(draft(2));
  });

  test('that are too long are not stored', () => {
    saveDraft('location', draft(1, 'x'.repeat(70_000)), storage);
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });

  test('that cannot be parsed are ignored', () => {
    storage.setItem('cfs-portal.draft.location', '{"edits":7}');
    expect(readDraft('location', 2, storage)).toBeUndefined();
  });
});
