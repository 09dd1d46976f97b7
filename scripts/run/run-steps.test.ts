import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('after a step that fails, also for a missing program, only those that need it are skipped', () => {
  const program = `
    import { runSteps } from ${JSON.stringify(path.join(import.meta.dirname, 'run-steps.ts'))};
    const steps = [
      { name: 'one', commands: [['node', '-e', '']] },
      { name: 'two', commands: [['no-such-program'], ['node', '-e', 'console.log("next")']] },
      { name: 'three', commands: [['node', '-e', '']] },
      { name: 'four', commands: [['node', '-e', '']], needs: 'two' },
    ];
    console.error(JSON.stringify((await runSteps(steps)).map(({ result }) => result)));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(0); // and nothing keeps the process alive
  expect(stderr).toContain('no-such-program');
  expect(stderr).toContain('["passed","failed","passed","not run"]');
  expect(stdout).toContain('\nnext\n');
});
