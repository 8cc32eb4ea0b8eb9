import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { onBack } from '../core/router.ts';
import { WORDS } from '../core/words.ts';
import { Icon } from './icon.tsx';

interface DrawerProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ComponentChildren;
}

export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (isOpen && current?.open === false) current.showModal();
    if (!isOpen && current?.open) current.close();
    return isOpen ? onBack(() => current?.close()) : undefined;
  }, [isOpen]);
  useEffect(() => {
    const { current } = dialog;
    // a click outside the content has the dialog itself as its target
    const closeAround = ({ target }: Event) => target === current && current?.close();
    current?.addEventListener('click', closeAround);
    return () => current?.removeEventListener('click', closeAround);
  }, []);
  return (
    <dialog ref={dialog} class="drawer" aria-label={title} onClose={() => isOpen && onClose()}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="sign" onClick={onClose}>
          <span class="sr">{WORDS.close}</span>
          <Icon of="close" />
        </button>
      </header>
      {isOpen && <div class="inside">{children}</div>}
    </dialog>
  );
}
