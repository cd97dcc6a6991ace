import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startSession } from './app/start-session.ts';
import { watchImports } from './lib/missing-scripts.ts';

watchImports();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
createRoot(root).render(<App session={startSession()} />);
