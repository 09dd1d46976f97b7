import { StartRefused } from '../platform/start-refused.ts';
import { buildWeb } from './build-web.ts';

// npm run build, and so npm ci: without Vite (npm ci --omit=dev) there is nothing to build with, which a start tells.
try {
  await buildWeb();
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
