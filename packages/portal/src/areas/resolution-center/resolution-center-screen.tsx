export const ResolutionCenterScreen = () => null;
