import type { Schemas } from '../../../../clients/typescript/src/index.ts';

export type Standing = Schemas['CompetitionStanding'];
export type Entry = Schemas['CompetitionEntry'];
export type CompetitionGame = Schemas['CompetitionGame'];
export type CrossTableRow = Schemas['CrossTableRow'];
export type RoundSummary = Schemas['CompetitionRoundSummary'];
