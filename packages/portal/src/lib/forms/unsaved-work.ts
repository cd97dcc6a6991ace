/** Something that a person has typed and not saved. */
export interface UnsavedWork {
  /** Whether `keep` stores all of it. */
  readonly canKeep: () => boolean;
  /** Stores what is unsaved as a draft that the page restores after a reload. */
  readonly keep: () => Promise<void>;
}

const works = new Set<UnsavedWork>();

/** Returns a function that removes it again. */
export const addUnsavedWork = (work: UnsavedWork): (() => void) => {
  works.add(work);
  return () => void works.delete(work);
};

/** Whether a reload after {@link keepUnsavedWork} loses nothing. */
export const canKeepUnsavedWork = (): boolean => [...works].every((work) => work.canKeep());

/** Stores all drafts; waits for saves in flight. */
export const keepUnsavedWork = async (): Promise<void> => {
  await Promise.all([...works].map((work) => work.keep()));
};
