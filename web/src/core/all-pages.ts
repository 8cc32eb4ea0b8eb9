import type { Answer } from '../../../clients/typescript/src/index.ts';

/** A page of a list: whatever the API calls what is on it, it says how to go on. */
export interface ListPage<Cursor> {
  /** null on the last one */
  next: Cursor | null;
  /** of what the list belongs to, where it says so: pages of two versions do not go together */
  version?: number;
}

export interface ListReader<Page extends ListPage<unknown>, Item> {
  /** one page; undefined: the first */
  read(cursor: NonNullable<Page['next']> | undefined): Promise<Answer<Page>>;
  itemsOf(page: Page): readonly Item[];
  /** tells items apart: those that come twice, since something moved between two pages, are taken once */
  keyOf(item: Item): string | number;
  /** so many items are enough */
  most: number;
}

export interface WholeList<Item> {
  items: readonly Item[];
  /** whether there is more than was asked for */
  hasMore: boolean;
}

/** So often a list that changes while it is read is begun again, before it is taken as it came. */
const BEGINNINGS = 3;

/** All items of a list that comes in pages, at most so many; or why a page was refused. */
export async function allPages<Page extends ListPage<unknown>, Item>(
  reader: ListReader<Page, Item>,
): Promise<Answer<WholeList<Item>>> {
  for (let beginning = 1; ; beginning++) {
    const list = await readThrough(reader, beginning === BEGINNINGS);
    if (list !== 'moved') return list;
  }
}

async function readThrough<Page extends ListPage<unknown>, Item>(
  { read, itemsOf, keyOf, most }: ListReader<Page, Item>,
  takesAny: boolean,
): Promise<Answer<WholeList<Item>> | 'moved'> {
  const items = new Map<string | number, Item>();
  let cursor: NonNullable<Page['next']> | undefined;
  let version: number | undefined;
  do {
    const answer = await read(cursor);
    if (!answer.ok) return answer;
    const page = answer.value;
    version ??= page.version;
    if (page.version !== version && !takesAny) return 'moved';
    for (const item of itemsOf(page)) items.set(keyOf(item), item);
    cursor = (page.next as NonNullable<Page['next']> | null) ?? undefined;
  } while (cursor !== undefined && items.size < most);
  const all = [...items.values()];
  return { ok: true, value: { items: all.slice(0, most), hasMore: cursor !== undefined || all.length > most } };
}
