/** A symmetric matrix. Each sum has a fixed order, so results are equal in every run. */
export class SymmetricMatrix {
  readonly size: number;
  /** row by row; cells above the diagonal are ignored */
  readonly cells: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.cells = new Float64Array(size * size);
  }

  add(row: number, column: number, value: number): void {
    const place = row >= column ? row * this.size + column : column * this.size + row;
    this.cells[place] = (this.cells[place] as number) + value;
  }

  at(row: number, column: number): number {
    return this.cells[row >= column ? row * this.size + column : column * this.size + row] as number;
  }

  /** Returns the Cholesky factor L: L·Lᵀ is this matrix. Throws unless the matrix is positive definite. */
  factor(): Triangle {
    const { size } = this;
    const cells = Float64Array.from(this.cells);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column <= row; column++) {
        const rest = (cells[row * size + column] as number) - dot(cells, row * size, cells, column * size, column);
        if (column < row) cells[row * size + column] = rest / (cells[column * size + column] as number);
        else if (rest > 0) cells[row * size + row] = Math.sqrt(rest);
        else throw new RangeError('the matrix is not positive definite');
      }
    }
    return new Triangle(size, cells);
  }
}

export class Triangle {
  readonly #size: number;
  readonly #cells: Float64Array;

  constructor(size: number, cells: Float64Array) {
    this.#size = size;
    this.#cells = cells;
  }

  /** Returns the x for which L·Lᵀ·x = right. */
  solve(right: Float64Array): Float64Array {
    const size = this.#size;
    const cells = this.#cells;
    const x = Float64Array.from(right);
    for (let row = 0; row < size; row++) {
      const rest = (x[row] as number) - dot(cells, row * size, x, 0, row);
      x[row] = rest / (cells[row * size + row] as number);
    }
    for (let row = size - 1; row >= 0; row--) {
      const value = (x[row] as number) / (cells[row * size + row] as number);
      x[row] = value;
      for (let column = 0; column < row; column++) {
        x[column] = (x[column] as number) - value * (cells[row * size + column] as number);
      }
    }
    return x;
  }

  /** Returns the full inverse of L·Lᵀ. */
  inverse(): Float64Array {
    const size = this.#size;
    const rows = new Float64Array(size * size);
    for (let j = 0; j < size; j++) {
      for (let i = j; i < size; i++) {
        const rest = (i === j ? 1 : 0) - dot(this.#cells, i * size + j, rows, j * size + j, i - j);
        rows[j * size + i] = rest / (this.#cells[i * size + i] as number);
      }
    }
    const inverse = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = dot(rows, i * size + i, rows, j * size + i, size - i);
        inverse[i * size + j] = value;
        inverse[j * size + i] = value;
      }
    }
    return inverse;
  }
}

/** Returns the dot product of two ranges. Computes it as four sums, which the processor can add at the same time. */
function dot(one: Float64Array, from: number, other: Float64Array, start: number, count: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < count; i += 4) {
    a += (one[from + i] as number) * (other[start + i] as number);
    b += (one[from + i + 1] as number) * (other[start + i + 1] as number);
    c += (one[from + i + 2] as number) * (other[start + i + 2] as number);
    d += (one[from + i + 3] as number) * (other[start + i + 3] as number);
  }
  for (; i < count; i++) a += (one[from + i] as number) * (other[start + i] as number);
  return a + b + (c + d);
}

/** The size of a block: its numbers of columns and rows. A block fits into the processor's cache. */
const STRIP = 256;
const ROWS = 64;

/** Returns A·Aᵀ, which has the products of all pairs of rows. */
export function productsOfRows(cells: Float64Array, rows: number, columns: number): SymmetricMatrix {
  const products = new SymmetricMatrix(rows);
  multiply({ left: cells, right: cells, rows, columns, half: true }, products.cells);
  return products;
}

/** Returns A·B·A, with A = `outer` and B = `inner`. Both are symmetric, with all cells set. */
export function sandwich(outer: Float64Array, inner: Float64Array, size: number): SymmetricMatrix {
  const first = new Float64Array(size * size);
  multiply({ left: outer, right: inner, rows: size, columns: size, half: false }, first);
  const products = new SymmetricMatrix(size);
  multiply({ left: first, right: outer, rows: size, columns: size, half: true }, products.cells);
  return products;
}

/** The factors of a product. Each row of `left` is multiplied by each row of `right`; with `half`, only by those
 * up to its own index. */
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

/** Multiplies one row by rows `first` to `last`, four at a time, so that each number is read once for four rows. */
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
