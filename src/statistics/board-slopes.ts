import { residualsInto, type StrengthModel, sizeOf } from './strength-model.ts';

/** The gradient of the log-likelihood of each board at the fitted values, as a sparse matrix. */
export class BoardSlopes {
  readonly boards: number;
  /** the cells of board b begin at index starts[b] and end before index starts[b + 1] */
  readonly #starts: Int32Array;
  readonly #parameters: Int32Array;
  readonly #slopes: Float64Array;

  constructor(model: StrengthModel, values: Float64Array) {
    const { strengths, seats, players, boards } = model;
    const { order, starts: games } = gamesByBoard(boards);
    const residuals = new Float64Array(seats);
    const columns = new Columns(games.length - 1, boards.length * 2 * seats, sizeOf(model));
    for (let board = 0; board < games.length - 1; board++) {
      columns.begin(board);
      for (let i = games[board] as number; i < (games[board + 1] as number); i++) {
        const game = order[i] as number;
        residualsInto(residuals, model, game, values);
        for (let seat = 0; seat < seats; seat++) {
          const player = players[game * seats + seat] as number;
          if (player >= 0) columns.add(player, residuals[seat] as number);
          if (seat > 0) columns.add(strengths + seat - 1, residuals[seat] as number);
        }
      }
    }
    this.boards = games.length - 1;
    this.#starts = columns.ended();
    this.#parameters = columns.parameters;
    this.#slopes = columns.slopes;
  }

  /** Returns for each of the first `parameters` parameters the number of boards on which it occurs. */
  boardsOf(parameters: number): Int32Array {
    const counts = new Int32Array(parameters);
    const end = this.#starts[this.boards] as number;
    for (let place = 0; place < end; place++) {
      const parameter = this.#parameters[place] as number;
      if (parameter < parameters) counts[parameter] = (counts[parameter] as number) + 1;
    }
    return counts;
  }

  /** Returns the sum over the boards of (the weighted sum of slopes)². */
  squaresOf(weights: Float64Array): number {
    let squares = 0;
    for (let board = 0; board < this.boards; board++) {
      let sum = 0;
      const end = this.#starts[board + 1] as number;
      for (let place = this.#starts[board] as number; place < end; place++) {
        sum += (weights[this.#parameters[place] as number] as number) * (this.#slopes[place] as number);
      }
      squares += sum * sum;
    }
    return squares;
  }

  /** Returns the sum over the boards of slope·slopeᵀ, for the first `size` parameters, as a full matrix. */
  products(size: number): Float64Array {
    const cells = new Float64Array(size * size);
    for (let board = 0; board < this.boards; board++) {
      const [start, end] = [this.#starts[board] as number, this.#starts[board + 1] as number];
      for (let one = start; one < end; one++) {
        const row = (this.#parameters[one] as number) * size;
        const slope = this.#slopes[one] as number;
        for (let other = start; other < end; other++) {
          const cell = row + (this.#parameters[other] as number);
          cells[cell] = (cells[cell] as number) + slope * (this.#slopes[other] as number);
        }
      }
    }
    return cells;
  }

  /** Multiplies a symmetric matrix by the slopes. The result has a row for each parameter, a column for each board. */
  through(matrix: Float64Array, size: number): Float64Array {
    const cells = new Float64Array(size * this.boards);
    for (let board = 0; board < this.boards; board++) {
      const end = this.#starts[board + 1] as number;
      for (let place = this.#starts[board] as number; place < end; place++) {
        const from = (this.#parameters[place] as number) * size;
        const slope = this.#slopes[place] as number;
        for (let row = 0; row < size; row++) {
          const cell = row * this.boards + board;
          cells[cell] = (cells[cell] as number) + slope * (matrix[from + row] as number);
        }
      }
    }
    return cells;
  }
}

class Columns {
  readonly parameters: Int32Array;
  readonly slopes: Float64Array;
  readonly #starts: Int32Array;
  readonly #places: Int32Array;
  #start = 0;
  #end = 0;

  constructor(boards: number, most: number, parameters: number) {
    this.parameters = new Int32Array(most);
    this.slopes = new Float64Array(most);
    this.#starts = new Int32Array(boards + 1);
    this.#places = new Int32Array(parameters).fill(-1);
  }

  begin(board: number): void {
    this.#start = this.#end;
    this.#starts[board] = this.#end;
  }

  add(parameter: number, slope: number): void {
    let place = this.#places[parameter] as number;
    if (place < this.#start) {
      place = this.#end++;
      this.#places[parameter] = place;
      this.parameters[place] = parameter;
    }
    this.slopes[place] = (this.slopes[place] as number) + slope;
  }

  ended(): Int32Array {
    this.#starts[this.#starts.length - 1] = this.#end;
    return this.#starts;
  }
}

/** Returns the numbers of the games, sorted by board, and the index at which each board begins. */
function gamesByBoard(boards: Int32Array): { order: Int32Array; starts: Int32Array } {
  const count = boards.reduce((most, board) => Math.max(most, board + 1), 0);
  const starts = new Int32Array(count + 1);
  for (const board of boards) starts[board + 1] = (starts[board + 1] as number) + 1;
  for (let board = 0; board < count; board++) {
    starts[board + 1] = (starts[board + 1] as number) + (starts[board] as number);
  }
  const next = Int32Array.from(starts);
  const order = new Int32Array(boards.length);
  for (let game = 0; game < boards.length; game++) {
    const place = next[boards[game] as number] as number;
    order[place] = game;
    next[boards[game] as number] = place + 1;
  }
  return { order, starts };
}
