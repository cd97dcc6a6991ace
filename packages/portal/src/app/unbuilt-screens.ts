/** Menu entries without a screen in this version, by path and title. */
export const unbuiltScreens: readonly (readonly [path: string, title: string])[] = [];
