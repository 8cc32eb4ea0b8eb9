import type { Answer } from '../../../clients/typescript/src/index.ts';

export interface ListPage<Cursor> {
  /** null: this is the last page */
  next: Cursor | null;
  /** version of the list; if it changes between two pages, the list is read again from its beginning */
  version?: number;
}

export interface ListReader<Page extends ListPage<unknown>, Item> {
  read(cursor: NonNullable<Page['next']> | undefined): Promise<Answer<Page>>;
  itemsOf(page: Page): readonly Item[];
  /** identifies an item, so that one that moved to the next page is not shown twice */
  keyOf(item: Item): string | number;
  most: number;
}

export interface WholeList<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

const BEGINNINGS = 3;

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
