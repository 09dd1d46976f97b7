import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { useSettings } from '../../../lib/query/settings.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';

/** The privacy policy, public. */
export function PrivacyScreen() {
  const { privacy_text: text } = useSettings();
  return (
    <main className="px-4 pb-6">
      <ScreenTitle title="Kebijakan privasi" backTo="/" />
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text || defaultPrivacyText}
      </p>
    </main>
  );
}
