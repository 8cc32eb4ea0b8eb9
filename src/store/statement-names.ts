import type { PrismaPg } from '@prisma/adapter-pg';

type NameGenerator = NonNullable<NonNullable<ConstructorParameters<typeof PrismaPg>[1]>['statementNameGenerator']>;

/** Beyond this, new texts stay unnamed: Prisma's lists of varying length could make texts without end. */
const MOST_NAMES = 128;

/** Names the statements, so that the database parses and plans each text once a connection and not once a call. */
export function nameStatements(): NameGenerator {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MOST_NAMES) {
      name = `croupier${names.size + 1}`;
      names.set(sql, name);
    }
    return name ?? '';
  };
}
