/** A type's name as people know it: Request reads "User Request" (work specification, section 3). */
export const typeLabel = (name: string | undefined): string => (name === 'Request' ? 'User Request' : (name ?? ''));
