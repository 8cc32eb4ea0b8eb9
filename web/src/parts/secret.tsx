import { useRef, useState } from 'preact/hooks';
import { WORDS_OF_ME } from '../core/words/me.ts';

/** Something to be copied whole, such as a token. */
export function Secret({ label, value, isOnce = false }: { label: string; value: string; isOnce?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    field.current?.select();
    // pages that came over plain HTTP may not write to the clipboard: what is marked is copied by hand
    void navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      () => {},
    );
  };
  return (
    <div class="secret">
      <label>
        {label}
        <input ref={field} readOnly value={value} autocomplete="off" onFocus={() => field.current?.select()} />
      </label>
      <button type="button" onClick={copy} aria-label={`${isCopied ? WORDS_OF_ME.copied : WORDS_OF_ME.copy}: ${label}`}>
        {isCopied ? WORDS_OF_ME.copied : WORDS_OF_ME.copy}
      </button>
      {isOnce && <small>{WORDS_OF_ME.once}</small>}
    </div>
  );
}
