/** What a guide tells its reader to type. */
export type Block = { heading: string; line: number; commands: string };

/** The blocks of shell commands of a Markdown text, in order. */
export function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(({ 1: commands = '', index }) => {
    const before = markdown.slice(0, index);
    return {
      heading: [...before.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '',
      line: before.split('\n').length + 1,
      commands,
    };
  });
}
