import { seedDemo } from '../../../demo/src/seed.ts';
import { run } from './run.ts';
import { readSettings } from './settings.ts';
import { startVite } from './vite.ts';

readSettings();
await run('dev', seedDemo, ({ url }) => startVite(url));
