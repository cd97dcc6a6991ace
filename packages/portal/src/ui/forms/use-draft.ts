import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { AddressQuery } from '../../lib/address-query.ts';
import { draftKey, dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts';
import { editsOf, type Edit } from '../../lib/edits.ts';
import { pagePerson } from '../../lib/session/page-person.ts';

interface DraftOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** The name under which the address says that the form is open; a form that no address names keeps no draft. */
  readonly openAs: string;
  readonly isReadOnly: boolean;
  /** Whether the person left the form by their own will. */
  readonly hasLeft: RefObject<boolean>;
  /** The save that is under way; when it succeeds there is nothing to keep. */
  readonly underWay: RefObject<Promise<boolean> | undefined>;
  readonly onBringBack: (edits: readonly Edit[]) => void;
}

/**
 * Keeps what was typed when the form goes away without the person's will, as at the end of their sign-in, and brings
 * it back when the same person opens the same form again in this tab. Answers whether it did.
 */
export const useDraft = <Values extends FieldValues, Output>(options: DraftOptions<Values, Output>) => {
  const { form, openAs, isReadOnly, hasLeft, underWay, onBringBack } = options;
  const address = useLocation({
    select: ({ pathname, search }) => `${pathname}?${openAs}=${(search as AddressQuery)[openAs] ?? ''}`,
  });
  const [key] = useState(() => (address.endsWith('=') ? undefined : draftKey(pagePerson(), address)));
  const [draft] = useState(() => (key !== undefined && !isReadOnly ? readDraft(key) : undefined));
  const [isDismissed, setDismissed] = useState(false);
  const { defaultValues } = form.formState;

  const bringBack = useEffectEvent(() => {
    if (key !== undefined) dropDraft(key);
    if (draft) onBringBack(draft.edits);
  });
  const keep = useEffectEvent(() => {
    if (key === undefined || isReadOnly || hasLeft.current) return;
    const edits = editsOf(defaultValues ?? {}, form.getValues());
    if (edits.length === 0) return;
    void Promise.resolve(underWay.current)
      .catch(() => false)
      .then((isSaved) => {
        if (!isSaved) keepDraft(key, { edits, at: Date.now() });
      });
  });

  useEffect(() => {
    bringBack();
    return () => keep();
  }, []);

  return { isBroughtBack: draft !== undefined && !isDismissed, dismiss: () => setDismissed(true) };
};
