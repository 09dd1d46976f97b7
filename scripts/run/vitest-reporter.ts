import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { reportEnd, reportFile, reportTest } from './test-report.ts';

/** Writes how each test ended to the report of the step. */
export default class VitestReporter implements Reporter {
  private files: readonly TestSpecification[] = [];

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.files = files;
  }

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
    // A hook of the group has failed, and the group's tests count as skipped.
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
    // A file has no module while its worker has not started.
    const unfinished = this.files.filter(({ testModule }) => !testModule || /queued|pending/.test(testModule.state()));
    for (const file of unfinished) reportFailure(file, '', [{ message: 'It did not end.' }, ...unhandled]);
    for (const error of unhandled) {
      // An error may name its file, but not the project. The death of a worker names no file: the loop above has reported it.
      const ofFile = modules.filter(({ moduleId }) => moduleId === error['VITEST_TEST_PATH']);
      for (const module of ofFile) reportFailure(module, '', [error]);
      if (ofFile.length + unfinished.length === 0) reportFailure(undefined, '', [error]);
    }
    reportEnd();
  }
}

/** Reports a failure that belongs to no test but to a file, or to the whole run if the file is not known. */
function reportFailure(
  file: { project: { name: string }; moduleId: string } | undefined,
  name: string,
  errors: readonly { message: string }[],
): void {
  reportTest(
    { project: file?.project.name ?? '', file: file?.moduleId ?? '', name, outcome: 'failed', seconds: 0 },
    errors,
  );
}
