/** Runs `work` so many times concurrently. @returns all results, in order */
export const inParallel = <Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
