/** An envelope for what is decided in secret: open as long as nothing is in it. */
export function Envelope({ sealed, name }: { sealed: boolean; name: string }) {
  return (
    <svg class="envelope" viewBox="0 0 36 28" role="img" aria-label={name}>
      {!sealed && <path class="face" d="M2 11 18 1.5 34 11Z" />}
      <path class="face" d="M2 11h32v14a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2Z" />
      <path class="fold" d={sealed ? 'M2 11 18 21 34 11' : 'M2.5 26 14 17M33.5 26 22 17M2 11 18 21 34 11'} />
      {sealed && <circle class="wax" cx="18" cy="20" r="4" />}
    </svg>
  );
}
