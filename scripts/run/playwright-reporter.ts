import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { reportEnd, reportFile, reportTest, titleSeparator } from './test-report.ts';

/** Writes how each story ended to the report of the step. */
export default class PlaywrightReporter implements Reporter {
  private stories: TestCase[] = [];

  onBegin(_config: FullConfig, all: Suite): void {
    this.stories = all.allTests();
  }

  onTestEnd(story: TestCase, { duration, errors, status }: TestResult): void {
    const isRun = status !== 'interrupted' && (status !== 'skipped' || story.expectedStatus === 'skipped');
    const outcome = isRun && story.ok() ? (status === 'skipped' ? 'skipped' : 'passed') : 'failed';
    report(story, outcome, duration / 1000, isRun ? errors : [{ message: 'It was not run.' }]);
  }

  /** Reports a failure that belongs to no story. */
  onError(error: TestError): void {
    reportTest({ project: '', file: '', name: '', outcome: 'failed', seconds: 0 }, [error]);
  }

  onEnd(): void {
    const notRun = this.stories.filter(({ results }) => results.length === 0);
    for (const story of notRun) report(story, 'failed', 0, [{ message: 'It was not run.' }]);
    const files = Map.groupBy(this.stories, (story) => `${projectOf(story)}\n${story.location.file}`);
    for (const [key, stories] of files) {
      const [project = '', file = ''] = key.split('\n');
      const milliseconds = stories.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
      reportFile({ project, file, seconds: milliseconds / 1000 });
    }
    reportEnd();
  }
}

const projectOf = (story: TestCase): string => story.parent.project()?.name ?? '';

function report(
  story: TestCase,
  outcome: 'passed' | 'failed' | 'skipped',
  seconds: number,
  errors: readonly TestError[],
): void {
  // The root, the project and the file stand before the titles.
  const name = story.titlePath().slice(3).join(titleSeparator);
  reportTest({ project: projectOf(story), file: story.location.file, name, outcome, seconds }, errors);
}
