/** Shows text that a person wrote: with its own direction, and not translated. */
export function Name({ of }: { of: string }) {
  return <bdi translate={false}>{of}</bdi>;
}
