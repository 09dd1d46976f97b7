import { seedDemo } from '../../../demo/src/seed.ts';
import { run } from './run.ts';
import { startVite } from './vite.ts';

await run('dev', seedDemo, ({ url }) => startVite(url));
