import type { Interval } from '../../../src/statistics/results.ts';
import type { CompetedAgent, CompeteResult } from '../result.ts';

/** Returns the printable names of the agents by entry number. */
export function namesOf({ agents }: Pick<CompeteResult, 'agents'>): Map<number, string> {
  return new Map(agents.map(({ entry, name }) => [entry, printable(name)]));
}

export function playsOf({ plays }: CompetedAgent): string {
  switch (plays.kind) {
    case 'policy':
      return `policy ${plays.policy}`;
    case 'command':
      return 'over HTTP';
    case 'pipe':
      return 'by lines';
    default:
      return plays satisfies never;
  }
}

export function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

export function between({ low, high }: Interval, digits = 0): string {
  return `${fixed(low, digits)} – ${fixed(high, digits)}`;
}

/** Writes a number with a true minus sign (−). A number that rounds to zero has no sign. */
export function fixed(number: number, digits: number): string {
  return number
    .toFixed(digits)
    .replace(/^-(?=0(\.0*)?$)/, '')
    .replace('-', '−');
}

export function signed(number: number, digits: number): string {
  return `${Number(number.toFixed(digits)) > 0 ? '+' : ''}${fixed(number, digits)}`;
}

export function digitsOf(numbers: readonly (number | null)[]): number {
  return numbers.every((number) => number === null || Number.isInteger(number)) ? 0 : 2;
}

/** Writes `14:03 min`, `2:05 h` or `3.2 s`. */
export function duration(seconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)} min`;
  return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)} h`;
}

export function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

export function printable(name: string): string {
  return name.replace(UNPRINTABLE, '�');
}
