import { bytes, type Law } from './position.ts';

/** Prospects (estimates of the result) are one number for each seat; with several seats they are shares of one win. */
export const prospectsAreShares: Law = {
  name: 'prospects are shares of the win',
  complaint({ subject: { ruleset }, state, actors, seats }) {
    if (ruleset.prospects === undefined || actors.length === 0) return null;
    const prospects = ruleset.prospects(state);
    const again = bytes(ruleset.prospects(JSON.parse(bytes(state))));
    if (again !== bytes(prospects)) return `asked again, they are ${again} and not ${bytes(prospects)}`;
    if (prospects === null) return null;
    if (prospects.length !== seats || !prospects.every(Number.isFinite)) {
      return `${bytes(prospects)} are not one number for each of ${seats} seats`;
    }
    if (ruleset.solo) return null;
    const sum = prospects.reduce((total, share) => total + share, 0);
    const areShares = prospects.every((share) => share >= 0) && Math.abs(sum - 1) < 1e-6;
    return areShares ? null : `${bytes(prospects)} are not the parts of one win`;
  },
};
