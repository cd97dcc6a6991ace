// oxlint-disable-next-line import/no-default-export -- imported by its default, as the package that it replaces
export default undefined;
