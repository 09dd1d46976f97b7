import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { reportFile, reportTest } from './test-report.ts';

/** Writes how each test ended to the report of the step. */
export default class VitestReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    const outcome = state === 'pending' ? 'failed' : state;
    reportTest(
      { project: test.project.name, file: test.module.moduleId, name: test.fullName, outcome, seconds },
      errors,
    );
  }

  onTestSuiteResult(group: TestSuite): void {
    // by a hook: its tests count as skipped
    if (group.errors().length > 0) reportFailure(group.module, group.fullName, group.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    const times = module.diagnostic();
    const milliseconds =
      times.environmentSetupDuration +
      times.prepareDuration +
      times.collectDuration +
      times.setupDuration +
      times.duration;
    reportFile({ project: module.project.name, file: module.moduleId, seconds: milliseconds / 1000 });
    if (module.errors().length > 0) reportFailure(module, '', module.errors());
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const unfinished = modules.filter((module) => module.state() === 'queued' || module.state() === 'pending');
    for (const module of unfinished) reportFailure(module, '', [{ message: 'It did not end.' }, ...unhandled]);
    for (const error of unhandled) {
      // It does not say in which of a file's projects. That a worker has died is said of no file, but of those it has not finished.
      const ofFile = modules.filter(({ moduleId }) => moduleId === error['VITEST_TEST_PATH']);
      for (const module of ofFile) reportFailure(module, '', [error]);
      if (ofFile.length + unfinished.length === 0) reportFailure(undefined, '', [error]);
    }
  }
}

/** Reports a failure that is no test's: of a file, or of the whole run if its file is not known. */
const reportFailure = (module: TestModule | undefined, name: string, errors: readonly { message: string }[]): void =>
  reportTest(
    { project: module?.project.name ?? '', file: module?.moduleId ?? '', name, outcome: 'failed', seconds: 0 },
    errors,
  );
