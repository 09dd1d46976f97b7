/** The e-mail of the account that a form is about, for password managers: it is not shown, and nothing for them while it is not known. */
export const AccountName = ({ email }: { email: string | undefined }) =>
  email ? <input type="text" autoComplete="username" value={email} readOnly hidden /> : null;
