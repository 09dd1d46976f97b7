import type { CallInput } from '@lapau/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { AccountName } from '../../../ui/parts/account-name.tsx';
import { linkAccountQuery } from '../api.ts';

/** Shows whose password the form of a mailed link sets. The form works before the account is known, and without it. */
export function LinkAccount(link: CallInput<'get_link_account'>) {
  const { data } = useQuery(linkAccountQuery(link));
  const email = data?.email ?? undefined;
  return (
    <p className="min-h-6 wrap-anywhere text-muted">
      {email && (
        <span>
          Akun: <span className="text-text">{email}</span>
        </span>
      )}
      <AccountName email={email} />
    </p>
  );
}
