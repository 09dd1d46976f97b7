import { useFollowsSlowly } from '../../../lib/realtime/realtime-provider.tsx';

/** Says that an answer may have been sent some seconds before it shows. */
export const SlowNotice = () => (
  <p role="status" className="bg-raised px-4 py-1 text-center text-small text-muted empty:hidden">
    {useFollowsSlowly() && 'Pesan baru datang agak lambat di sambungan ini.'}
  </p>
);
