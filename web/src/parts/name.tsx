/** What a person has written, such as a name: it has a direction of its own, and no translation. */
export function Name({ of }: { of: string }) {
  return <bdi translate={false}>{of}</bdi>;
}
