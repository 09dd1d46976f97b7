import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { subscribeToKeyboard } from './use-keyboard-inset.ts';

/** A screen lower than this is what a phone's keyboard leaves of it. */
const shortScreenPx = 600;
/** The longest time from the blur that a tap causes to its click. */
const tapMs = 300;

export type Typing = {
  isTyping: boolean;
  /** The handlers for the text field. */
  handlers: { onFocus: () => void; onBlur: () => void };
};

/** Whether a text field has the focus on a screen that is short, as it is above a phone's keyboard. */
export function useTyping(): Typing {
  const [hasFocus, setHasFocus] = useState(false);
  const isShort = useSyncExternalStore(subscribeToKeyboard, isScreenShort, () => false);
  const blurring = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(blurring.current), []);
  return {
    isTyping: hasFocus && isShort,
    handlers: {
      onFocus: () => {
        clearTimeout(blurring.current);
        setHasFocus(true);
      },
      // A tap on a result takes the focus before it clicks: bars that show again must not move the result away in between.
      onBlur: () => {
        blurring.current = setTimeout(() => setHasFocus(false), tapMs);
      },
    },
  };
}

/** The height is that of the visual viewport, as the keyboard of an iPhone does not change the window's height. */
function isScreenShort(): boolean {
  const { height, scale } = window.visualViewport ?? { height: window.innerHeight, scale: 1 };
  return height * scale < shortScreenPx;
}
