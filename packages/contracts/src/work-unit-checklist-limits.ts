/** Maximum number of items of a checklist (docs/reference/work-unit-desk.md#checklist). */
export const checklistLimit = 100;

/** Maximum length of an item, in characters. */
export const checklistTextLength = 300;
