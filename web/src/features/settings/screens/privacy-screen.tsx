import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { ArrowLeft } from 'lucide-react';
import { useSettings } from '../../../lib/settings.tsx';
import { useGoBack } from '../../../lib/use-go-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';

/** The privacy policy, public. */
export function PrivacyScreen() {
  const { privacy_text: text } = useSettings();
  const goBack = useGoBack('/');
  return (
    <main className="grid gap-4 px-4 py-6">
      <Heading className="text-2xl font-bold">Kebijakan privasi</Heading>
      <p className="whitespace-pre-line">{text || defaultPrivacyText}</p>
      <Button
        variant="quiet"
        icon={<ArrowLeft aria-hidden="true" className="size-5" />}
        onClick={goBack}
        className="mt-2"
      >
        Kembali
      </Button>
    </main>
  );
}
