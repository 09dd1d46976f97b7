import { ArrowLeft } from 'lucide-react';
import { useGoBack } from '../lib/use-go-back.ts';
import { IconButton } from './icon-button.tsx';

/** A screen's title with a back button. */
export function ScreenTitle({ title, backTo }: { title: string; backTo: string }) {
  const goBack = useGoBack(backTo);
  return (
    <div className="-ml-2.5 flex items-center gap-1 py-3">
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} />
      <h1 className="text-xl font-bold">{title}</h1>
    </div>
  );
}
