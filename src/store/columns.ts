import { Prisma } from '../generated/prisma/client.ts';

export type Columns = ReturnType<typeof columns>;

/** Columns of a table, declared once as `field type, …`. Rows are sent as one JSON text, which costs the driver less
 * than an array for each column. In this text, values of json columns are strings, so that the database stores them
 * unchanged; bytes are in base64. `nth` is the index of a change within its statement. */
export function columns(table: string, declared: string) {
  const all = declared.split(/,\s*/).map((each) => {
    const [field = '', type = ''] = each.trim().split(' ');
    const isText = type === 'json' || type === 'bytea';
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const read = type === 'bytea' ? `decode("${field}", 'base64')` : `"${field}"${type === 'json' ? '::json' : ''}`;
    return { field, name, read, record: `"${field}" ${isText ? 'text' : type}` };
  });
  const listed = (text: (column: (typeof all)[number]) => string) => Prisma.raw(all.map(text).join(', '));
  const names = listed(({ name }) => name);
  return {
    /** defines the columns of a JSON record */
    record: Prisma.sql`nth int, ${listed(({ record }) => record)}`,
    /** reads a row as an object with these fields */
    fields: listed(({ field, name }) => `${table}.${name} as "${field}"`),
    /** sets all columns to those of the record `change` */
    set: listed(({ name, read }) => `${name} = ${read.replace('"', 'change."')}`),
    /** inserts from the record `row` */
    insert: Prisma.sql`insert into ${Prisma.raw(table)} (${names}) select ${listed(({ read }) => read.replace('"', 'row."'))}`,
  };
}
