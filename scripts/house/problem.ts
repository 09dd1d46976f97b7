/** One broken rule. The message says where the code belongs. */
export type Problem = { path: string; line?: number; message: string };

/** Writes a problem as `path:line  message`, which editors and terminals turn into a link. */
export const formatProblem = ({ path, line, message }: Problem): string =>
  `${path}${line === undefined ? '' : `:${line}`}  ${message}`;
