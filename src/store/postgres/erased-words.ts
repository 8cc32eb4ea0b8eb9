import { DELETED } from '#rules/kernel/named.ts';
import { Prisma } from '../../generated/prisma/client.ts';

interface Deed {
  id: string;
  because: string | null;
  details: string;
}

/** Takes the names of a player out of what operators wrote: of their deeds, and of why somebody is kept out. */
export async function eraseFromWords(transaction: Prisma.TransactionClient, names: readonly string[]): Promise<void> {
  const without = erasing(names);
  const deeds = await transaction.$queryRaw<Deed[]>`
    select id::text, because, details::text from operator_deed
    where ${mentions(Prisma.sql`because`, names)} or ${mentions(Prisma.sql`details::text`, names.map(escaped))}`;
  for (const { id, because, details } of deeds) {
    const told = JSON.parse(details, (_, value) => (typeof value === 'string' ? without(value) : value));
    await transaction.$executeRaw`
      update operator_deed set because = ${because && without(because)}, details = ${JSON.stringify(told)}::json
      where id = ${id}::uuid`;
  }
  const suspended = await transaction.$queryRaw<{ id: string; because: string }[]>`
    select id::text, suspended_because as because from player where ${mentions(Prisma.sql`suspended_because`, names)}`;
  for (const { id, because } of suspended) {
    await transaction.$executeRaw`update player set suspended_because = ${without(because)} where id = ${id}::uuid`;
  }
}

function mentions(words: Prisma.Sql, names: readonly string[]): Prisma.Sql {
  return Prisma.sql`exists (select from unnest(${names}::text[]) as name where position(name in ${words}) > 0)`;
}

/** As it stands within a text in JSON. */
function escaped(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** A name within another word is that word's: of a player called Ann the word Anniversary stays. */
function erasing(names: readonly string[]): (text: string) => string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${any})(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
  return (text) => text.replace(pattern, DELETED);
}
