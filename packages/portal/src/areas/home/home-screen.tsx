export const HomeScreen = () => null;
