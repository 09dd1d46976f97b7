/**
 * The server cannot start, or a command cannot do what it was asked, as things are. The message is for the operator: what is wrong
 * and what to do, in plain English.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
