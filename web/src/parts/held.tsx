import { Drawer } from './drawer.tsx';
import { explanationOf } from './explaining.ts';

export default function Held({ card, close }: { card: Element; close(): void }) {
  const { title, lines } = explanationOf(card);
  return (
    <Drawer title={title} isOpen onClose={close}>
      {/* can have the focus, so that the keyboard can scroll it */}
      <section class="close-up" aria-label={title} ref={(box) => box?.setAttribute('tabindex', '0')}>
        <div
          class="card"
          aria-hidden="true"
          ref={(place) => {
            const picture = card.querySelector('svg')?.cloneNode(true);
            if (picture !== undefined) place?.replaceChildren(picture);
          }}
        />
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    </Drawer>
  );
}
