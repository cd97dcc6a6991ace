export const savePersonFailure = 'A problem occurred saving the person. Please try again.';
