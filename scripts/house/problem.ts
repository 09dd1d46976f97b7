/** One broken rule. The message says where the code belongs. */
export type Problem = { path: string; line?: number; message: string };

/** `path:line message`, as editors and terminals link it. */
export const formatProblem = ({ path, line, message }: Problem): string =>
  `${path}${line === undefined ? '' : `:${line}`}  ${message}`;
