/**
 * A symmetric matrix that has an inverse, by Cholesky's method. Every sum is taken in one fixed order.
 */
export class SymmetricMatrix {
  readonly size: number;
  /** row by row; only what is on and below the diagonal counts */
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

  /** The triangle L of L·Lᵀ. Throws unless the matrix is positive definite. */
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

/** A Cholesky factor. */
export class Triangle {
  readonly #size: number;
  readonly #cells: Float64Array;

  constructor(size: number, cells: Float64Array) {
    this.#size = size;
    this.#cells = cells;
  }

  /** x of L·Lᵀ·x = right. */
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

  /** The inverse of L·Lᵀ, whole. */
  inverse(): Float64Array {
    const size = this.#size;
    // column j of L⁻¹ stands in row j, so that all sums run along rows
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

/**
 * The sum of the products of so many numbers that follow each other in two arrays: four sums side by side, since a processor
 * would else wait for each addition before it begins the next.
 */
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
