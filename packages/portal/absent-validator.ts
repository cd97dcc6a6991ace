// eslint-disable-next-line no-restricted-syntax -- imported by its default, as the package that it replaces
export default undefined;
