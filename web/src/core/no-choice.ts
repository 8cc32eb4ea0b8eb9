import type { Choice } from './table-props.ts';

export const NO_CHOICE: Choice = {
  all: [],
  left: [],
  picks: [],
  meant: null,
  canPick: () => false,
  isPicked: () => false,
  pick: () => {},
  mark: () => {},
  propose: () => {},
  proposed: [],
  act: () => {},
  clear: () => {},
  confirm: () => {},
};
