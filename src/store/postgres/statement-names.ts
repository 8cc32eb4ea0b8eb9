import type { PrismaPg } from '@prisma/adapter-pg';

export type NameGenerator = NonNullable<
  NonNullable<ConstructorParameters<typeof PrismaPg>[1]>['statementNameGenerator']
>;

/** Prisma's statements over many rows, `in ($1,$2` and `values (…),($8`, have another text for each number of rows. */
const OVER_MANY = /IN \(\$\d+,|\),\(\$/;
const MOST_NAMES = 256;

/** Names the statements, so that the database parses and plans each text once a connection and not once a call. */
export function nameStatements(): NameGenerator {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MOST_NAMES && !OVER_MANY.test(sql)) {
      name = `croupier${names.size + 1}`;
      names.set(sql, name);
    }
    return name ?? '';
  };
}
