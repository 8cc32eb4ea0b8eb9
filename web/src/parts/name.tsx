/** Text by a person: its own direction, and no translation. */
export function Name({ of }: { of: string }) {
  return <bdi translate={false}>{of}</bdi>;
}
