/**
 * React's development build measures each render for the browser's Performance panel as long as the console offers
 * these two, for which it looks once, as it is loaded: a sixth of what the tests of components cost.
 */
Object.assign(console, { timeStamp: undefined, createTask: undefined });
