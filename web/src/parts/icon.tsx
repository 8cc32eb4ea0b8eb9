const PATHS = {
  back: 'M15 5L8 12L15 19',
  rules: 'M4 5Q8 3 12 6Q16 3 20 5V19Q16 17 12 20Q8 17 4 19ZM12 6V20',
  history: 'M4 12A8 8 0 1 0 7 5.8M4 4V8.5H8.5M12 8V12.5L15 14',
  muted: 'M4 9.5V14.5H8L13 19V5L8 9.5ZM17 9L21 15M21 9L17 15',
  loud: 'M4 9.5V14.5H8L13 19V5L8 9.5ZM16.5 9Q18.5 12 16.5 15M19 6.5Q22.5 12 19 17.5',
  chat: 'M4 5H20V16H11L6 20V16H4Z',
  menu: 'M4.5 12h.01M12 12h.01M19.5 12h.01',
  next: 'M4 12H19M13 6L19 12L13 18',
  play: 'M12 2L21 7V17L12 22L3 17V7ZM3 7L12 12L21 7M12 12V22',
  start: 'M8 5L19 12L8 19Z',
  competitions: 'M7 4H17V10Q17 15 12 15T7 10ZM12 15V20M8 20H16M7 6H3Q3 11 7 11M17 6H21Q21 11 17 11',
  ratings: 'M4 20V12M10 20V5M16 20V9M21 20H2',
  person: 'M12 12A4 4 0 1 0 12 4A4 4 0 1 0 12 12ZM4.5 20.5Q5 15 12 15T19.5 20.5',
  close: 'M6 6L18 18M18 6L6 18',
} as const;

/** An icon in a viewBox of 24 by 24, in the color of the text around it. */
export function Icon({ of }: { of: keyof typeof PATHS }) {
  return (
    <svg class={`icon ${of}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  );
}
