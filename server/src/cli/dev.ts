import { seedDemo } from '../demo/seed.ts';
import { startVite } from './vite.ts';
import { run } from './run.ts';

await run('dev', seedDemo, async ({ url }) => {
  process.stdout.write(`\nServer: ${url}\nWeb, reloading as you type: ${await startVite(url)}\n\n`);
});
