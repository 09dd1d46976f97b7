import { StartRefused } from '../platform/errors/start-refused.ts';
import { buildWeb } from './build-web.ts';

// `npm run build` runs this, and so does `npm ci`. Without Vite (npm ci --omit=dev) nothing can be built, and a start
// reports that.
try {
  await buildWeb();
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
