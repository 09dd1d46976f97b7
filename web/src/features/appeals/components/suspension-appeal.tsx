import type { SuspensionNotice } from '@lapau/contract/appeals';
import { tidyEmail } from '@lapau/contract/typed-text';
import { useState } from 'react';
import { guest } from '../../../lib/drafts/draft-owner.ts';
import { appealSuspension } from '../api.ts';
import { AppealForm } from './appeal-form.tsx';
import { AppealOutcome } from './appeal-outcome.tsx';

type SuspensionAppealProps = {
  notice: SuspensionNotice;
  /** The e-mail of the suspended person: on a shared phone nobody reads what another person has typed. */
  email: string;
};

/** Lets a suspended person appeal once, and shows what became of it. */
export function SuspensionAppeal({ notice, email }: SuspensionAppealProps) {
  const { appeal, appeal_answer: answer, appeal_token: token } = notice;
  const [isSent, setIsSent] = useState(false);
  if (appeal || isSent) return <AppealOutcome status={appeal ?? 'pending'} answer={answer} />;
  if (token === null) return null;
  return (
    <AppealForm
      draftKey={`${guest} appeal-${tidyEmail(email)}`}
      sending={appealSuspension(token)}
      onSent={() => setIsSent(true)}
    />
  );
}
