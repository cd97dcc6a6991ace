import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startSession } from './app/start-session.ts';

// After a new version was installed, the chunks of an open page may be gone: reload the page.
window.addEventListener('vite:preloadError', () => window.location.reload());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
createRoot(root).render(<App session={startSession()} />);
