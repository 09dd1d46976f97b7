/** The server cannot start as it is set up. The message is for the operator: what is wrong and what to do, in plain English. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
