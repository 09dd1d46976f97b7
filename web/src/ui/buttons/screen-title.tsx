import { ArrowLeft } from 'lucide-react';
import { useGoBack } from '../../lib/screen/use-go-back.ts';
import { Heading } from '../parts/heading.tsx';
import { IconButton } from './icon-button.tsx';

type ScreenTitleProps = {
  title: string;
  /** The title in the browser's tab and history, if it differs. */
  pageTitle?: string | undefined;
  /** The path to which back leads when there is no screen before. */
  backTo: string;
};

/** A screen's title with a back button. */
export function ScreenTitle({ title, pageTitle, backTo }: ScreenTitleProps) {
  const goBack = useGoBack(backTo);
  return (
    <div className="-ml-2.5 flex items-center gap-1 py-3">
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} />
      <Heading pageTitle={pageTitle} className="text-xl font-bold">
        {title}
      </Heading>
    </div>
  );
}
