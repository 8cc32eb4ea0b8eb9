import { SymmetricMatrix } from './symmetric-matrix.ts';

/** So many columns of so many rows at a time: what is multiplied stays in the processor's cache. */
const STRIP = 256;
const ROWS = 64;

/** A·Aᵀ of a matrix of so many rows and columns: the products of all pairs of its rows. */
export function productsOfRows(cells: Float64Array, rows: number, columns: number): SymmetricMatrix {
  const products = new SymmetricMatrix(rows);
  multiply({ left: cells, right: cells, rows, columns, half: true }, products.cells);
  return products;
}

/** A·B·A of two symmetric matrices; all cells of both count. */
export function sandwich(outer: Float64Array, inner: Float64Array, size: number): SymmetricMatrix {
  const first = new Float64Array(size * size);
  multiply({ left: outer, right: inner, rows: size, columns: size, half: false }, first);
  const products = new SymmetricMatrix(size);
  multiply({ left: first, right: outer, rows: size, columns: size, half: true }, products.cells);
  return products;
}

/** Two matrices whose rows are multiplied, each of the left with each of the right, or only with those up to its own number. */
interface Factors {
  left: Float64Array;
  right: Float64Array;
  rows: number;
  columns: number;
  half: boolean;
}

function multiply(factors: Factors, into: Float64Array): void {
  const { rows, columns, half } = factors;
  for (let from = 0; from < columns; from += STRIP) {
    const until = Math.min(columns, from + STRIP);
    for (let first = 0; first < rows; first += ROWS) {
      const last = Math.min(rows, first + ROWS);
      for (let row = half ? first : 0; row < rows; row++) {
        addRow(factors, row, first, half ? Math.min(last, row + 1) : last, from, until, into);
      }
    }
  }
}

/** The products of one row with those from `first` to `last`: four at a time, so that each of its numbers is read once for four. */
function addRow(
  { left, right, rows, columns }: Factors,
  row: number,
  first: number,
  last: number,
  from: number,
  until: number,
  into: Float64Array,
): void {
  const own = row * columns;
  const place = row * rows;
  let other = first;
  for (; other + 3 < last; other += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let i = own + from;
    let one = other * columns + from;
    let two = one + columns;
    let three = two + columns;
    let four = three + columns;
    for (const end = own + until; i < end; i++) {
      const value = left[i] as number;
      a += value * (right[one++] as number);
      b += value * (right[two++] as number);
      c += value * (right[three++] as number);
      d += value * (right[four++] as number);
    }
    into[place + other] = (into[place + other] as number) + a;
    into[place + other + 1] = (into[place + other + 1] as number) + b;
    into[place + other + 2] = (into[place + other + 2] as number) + c;
    into[place + other + 3] = (into[place + other + 3] as number) + d;
  }
  for (; other < last; other++) {
    let sum = 0;
    for (let i = from; i < until; i++) sum += (left[own + i] as number) * (right[other * columns + i] as number);
    into[place + other] = (into[place + other] as number) + sum;
  }
}
